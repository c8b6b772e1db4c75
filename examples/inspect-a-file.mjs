/**
 * What is in a file and what is wrong with it, as data.
 * Run: node examples/inspect-a-file.mjs [file]
 */
import { inspect } from 'posespace';
import { readModelFile, readSample } from 'posespace/io/node';

const path = process.argv[2];
const model = await (path ? readModelFile(path) : readSample('spider'));
const report = inspect(model);
console.log(
  `${model.name}: ${report.mesh.triangleCount} triangles, ${report.skeleton?.jointCount ?? 0} joints`,
);
for (const { severity, message, fix } of report.findings) console.log(`${severity}: ${message} ${fix ?? ''}`);

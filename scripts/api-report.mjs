/**
 * @file Holds the public API, against the reports in docs/api. With --update it writes
 * them; without, a difference is an error: the API never changes unnoticed.
 */

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';

const root = fileURLToPath(new URL('..', import.meta.url));
const update = process.argv.includes('--update');
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
mkdirSync(join(root, 'docs/api'), { recursive: true });

let changed = 0;
// `posespace` is the sum of all sub-paths but the one that touches a disk.
for (const [path, name] of [
  ['.', 'posespace'],
  ['./io/node', 'posespace-io-node'],
]) {
  const { types } = exports[path];
  const config = ExtractorConfig.prepare({
    configObjectFullPath: join(root, 'scripts/api-report.mjs'),
    packageJsonFullPath: join(root, 'package.json'),
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: join(root, types),
      compiler: { tsconfigFilePath: join(root, 'tsconfig.json') },
      apiReport: {
        enabled: true,
        reportFileName: `${name}.api.md`,
        reportFolder: 'docs/api',
        reportTempFolder: 'temp',
      },
      docModel: { enabled: true, apiJsonFilePath: join(root, `temp/${name}.api.json`) },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: 'none' } },
        extractorMessageReporting: { default: { logLevel: 'none' } },
        tsdocMessageReporting: { default: { logLevel: 'none' } },
      },
    },
  });
  const result = Extractor.invoke(config, {
    localBuild: update,
    messageCallback: (message) => {
      message.handled = true;
    },
  });
  if (result.apiReportChanged) {
    changed++;
    process.stdout.write(`${update ? 'updated' : 'changed'}: docs/api/${name}.api.md\n`);
  }
}
if (changed > 0 && !update) {
  process.stdout.write(
    'The public API changed. If that is meant: npm run api, and say so in CHANGELOG.md.\n',
  );
  process.exit(1);
}

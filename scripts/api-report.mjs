/**
 * @file Compares the public API of every sub-path with the reports in docs/api: it never changes unnoticed, and every
 * name is documented. With --update it writes the reports.
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
const undocumented = [];
for (const [path, { types }] of Object.entries(exports)) {
  // Files that are no modules, as those of `samples`, have no API.
  if (!types) continue;
  const name = path.replace(/^\./, 'posespace').replaceAll('/', '-');
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
  const report = readFileSync(join(root, 'temp', `${name}.api.md`), 'utf8');
  for (const [, declaration] of report.matchAll(/@public \(undocumented\)\n(.*)/g))
    undocumented.push(declaration);
  if (result.apiReportChanged) {
    changed++;
    process.stdout.write(`${update ? 'updated' : 'changed'}: docs/api/${name}.api.md\n`);
  }
}
for (const declaration of new Set(undocumented)) process.stdout.write(`no documentation: ${declaration}\n`);
if (undocumented.length > 0) process.exit(1);
if (changed > 0 && !update) {
  process.stdout.write(
    'The public API changed. If that is meant: npm run api, and say so in CHANGELOG.md.\n',
  );
  process.exit(1);
}

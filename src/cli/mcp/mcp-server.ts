/**
 * @file The MCP server: commands as tools. A call is checked against the folders that the user named, runs on a thread,
 * reports progress where the client asked for it, and stops when the client cancels it. Pictures that a command draws
 * come back in the answer.
 */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PosespaceError } from '../../base/errors.js';
import type { WorkOptions } from '../../base/progress.js';
import type { StepAnswer, StepCall } from '../../batch/step-call.js';
import { readBytes } from '../../io/node.js';
import { withTemporaryFolder } from '../../io/node-scratch.js';
import type { Flag } from '../shared/flags.js';
import { type CommandDefinition, commandName, inWords } from '../shared/shell.js';
import type { AllowedPaths } from './allowed-paths.js';
import { type CommandTool, listCommandTools } from './command-tools.js';
import { CallToolRequestSchema, ListToolsRequestSchema, Server } from './mcp-sdk.js';

export interface McpServerOptions {
  readonly version: string;
  readonly commands: readonly CommandDefinition[];
  readonly paths: AllowedPaths;
  readonly run: (call: StepCall, options: WorkOptions) => Promise<StepAnswer>;
}

/** Bytes of JSON and of pictures that fit into an answer; more would fill an assistant's context. */
const LARGEST_DATA = 65_536;
const LARGEST_PICTURE = 4 << 20;
const MOST_FILES = 500;

const INSTRUCTIONS = `posespace rigs, poses and animates 3D meshes.
A usual session: list_files; inspect a mesh; rig it (give sheet to see the skeleton); animate_generate with list, then with
motion; render the result with clip to see frames; convert to the format that is needed (glb, fbx, vrm, bvh, obj, ply, stl).
Paths are relative to the first folder that the user named.`;

const LIST_FILES = {
  name: 'list_files',
  description: `List the model files in the folders that the user named, at most ${MOST_FILES}.`,
  inputSchema: { type: 'object' as const, properties: {}, additionalProperties: false },
  annotations: { readOnlyHint: true },
};

type Content = { type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string };

interface ToolResult {
  [key: string]: unknown;
  content: Content[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/** A server to connect to a transport. */
export function createMcpServer({ version, commands, paths, run }: McpServerOptions): Server {
  const tools = listCommandTools(commands);
  const server = new Server(
    { name: 'posespace', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [
      LIST_FILES,
      ...tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    ],
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, _meta, sendNotification }) => {
    const token = _meta?.progressToken;
    const onProgress: WorkOptions['onProgress'] = ({ stage, fraction }) => {
      if (token === undefined || signal.aborted) return;
      const progress = { progressToken: token, progress: fraction, total: 1, message: stage };
      sendNotification({ method: 'notifications/progress', params: progress }).catch(() => {});
    };
    try {
      if (params.name === LIST_FILES.name) return await listFiles(paths);
      const tool = tools.find(({ name }) => name === params.name);
      if (!tool) throw new PosespaceError('bad-usage', `mcp: there is no tool "${params.name}"`);
      return await callTool(tool, params.arguments ?? {}, paths, (call) => run(call, { signal, onProgress }));
    } catch (error) {
      return { content: [{ type: 'text', text: inWords(error).message }], isError: true };
    }
  });
  return server;
}

async function listFiles(paths: AllowedPaths): Promise<ToolResult> {
  const files = await paths.list(MOST_FILES);
  const lines = files.map(({ path, bytes }) => `${path} (${bytes} bytes)`);
  const none = `no model files in ${paths.roots.join(', ')}`;
  return { content: [{ type: 'text', text: lines.join('\n') || none }], structuredContent: { files } };
}

async function callTool(
  tool: CommandTool,
  given: Readonly<Record<string, unknown>>,
  paths: AllowedPaths,
  run: (call: StepCall) => Promise<StepAnswer>,
): Promise<ToolResult> {
  const { call, pictures } = await readCall(tool, given, paths);
  if (tool.name !== 'render' || call.flags.output !== undefined) return answerOf(await run(call), pictures);
  // A picture that is only looked at is not left beside the model.
  return withTemporaryFolder(async (folder) => {
    const output = join(folder, 'picture.png');
    const answer = await run({ ...call, flags: { ...call.flags, output } });
    const drawn = 'error' in answer ? answer : { ...answer, text: 'the picture:' };
    return answerOf(drawn, [output]);
  });
}

/** Arguments as a command call: every path is inside the folders that the user named. */
async function readCall(
  { definition, operands, inputSchema }: CommandTool,
  given: Readonly<Record<string, unknown>>,
  paths: AllowedPaths,
): Promise<{ readonly call: StepCall; readonly pictures: string[] }> {
  const command = commandName(definition);
  const known = Object.keys(inputSchema.properties);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new PosespaceError('bad-usage', `${command} has no "${unknown}"; it has ${known.join(', ')}`);
  }
  const words: string[] = [];
  for (const { name, kind, required } of operands) {
    const value = given[name];
    if (value === undefined && !required) break;
    if (typeof value !== 'string')
      throw new PosespaceError('bad-usage', `${command} needs "${name}", a string`);
    words.push(kind === 'word' ? value : await paths.resolve(value));
  }
  const flags: Record<string, unknown> = {};
  const pictures: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (operands.some((operand) => operand.name === name)) continue;
    const flag = definition.flags?.[name];
    const isPath = name === 'output' || flag?.type === 'path';
    flags[name] = isPath ? await paths.resolve(String(value)) : await resolveFiles(value, flag, paths);
    if (flag?.forAssistants && !flag.forAssistants.includes(String(value))) {
      const words = flag.forAssistants.join(' or ');
      throw new PosespaceError(
        'bad-usage',
        `${command}: "${name}" can only be ${words} here; other services are for people at the command line`,
      );
    }
    if (flag?.type === 'toggle' && typeof value !== 'boolean') {
      throw new PosespaceError('bad-usage', `${command}: "${name}" must be true or false`);
    }
    if (name === 'output' || flag?.written) pictures.push(flags[name] as string);
  }
  return { call: { command, operands: words, flags }, pictures };
}

/** A value with the whole paths of the files that its words name. */
async function resolveFiles(value: unknown, flag: Flag | undefined, paths: AllowedPaths): Promise<unknown> {
  if (!flag?.fileIn) return value;
  const words = flag.type === 'list' ? String(value).split(',') : [String(value)];
  const resolved = words.map(async (typed) => {
    const word = typed.trim();
    const path = flag.fileIn?.(word);
    return path === undefined ? word : word.slice(0, word.length - path.length) + (await paths.resolve(path));
  });
  return (await Promise.all(resolved)).join();
}

async function answerOf(answer: StepAnswer, written: readonly string[]): Promise<ToolResult> {
  if ('error' in answer) return { content: [{ type: 'text', text: answer.error.message }], isError: true };
  const { data, text, ok } = answer;
  const json = JSON.stringify(data);
  const small = json.length <= LARGEST_DATA;
  const content: Content[] = [{ type: 'text', text }];
  for (const file of written.filter((name) => /\.png$/i.test(name))) {
    const info = await stat(file).catch(() => undefined);
    if (!info || info.size > LARGEST_PICTURE) continue;
    const bytes = await readBytes(file, LARGEST_PICTURE);
    content.push({ type: 'image', data: Buffer.from(bytes).toString('base64'), mimeType: 'image/png' });
  }
  return { content, ...(small && { structuredContent: JSON.parse(json) }), ...(!ok && { isError: true }) };
}

/** @file `posespace mcp`: a server for assistants, over stdin and stdout. */

import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { createCommandProcesses, LIMIT_FLAGS } from '../processes/command-processes.js';
import { type CommandDefinition, defineCommand } from '../shared/shell.js';
import { openAllowedPaths } from './allowed-paths.js';

/** The command that offers some others to assistants. */
export const mcpCommand = (commands: readonly CommandDefinition[]): CommandDefinition =>
  defineCommand({
    usage: 'mcp <folders...>',
    summary: 'Serve assistants over the Model Context Protocol (stdio): rig, pose, animate, render, convert',
    examples: [
      ['posespace mcp meshes/', 'an assistant may read and write files in meshes/, and nowhere else'],
      ['claude mcp add posespace -- npx posespace mcp .', 'how an assistant is told to start it'],
    ],
    flags: LIMIT_FLAGS,
    async run({ signal, options }, ...folders) {
      // Loaded here: other commands need neither the protocol nor its library.
      const { createMcpServer } = await import('./mcp-server.js');
      const { StdioServerTransport } = await import('./mcp-sdk.js');
      const paths = await openAllowedPaths(folders);
      const { version } = JSON.parse(
        await readFile(new URL('../../../package.json', import.meta.url), 'utf8'),
      );
      const processes = createCommandProcesses(Math.min(4, availableParallelism()), options);
      const server = createMcpServer({ version, commands, paths, run: processes.run });
      const closed = new Promise<void>((resolve) => {
        server.onclose = resolve;
        signal.addEventListener('abort', () => void server.close());
        // A client that goes away closes our stdin; the transport does not listen for that.
        process.stdin.once('end', () => void server.close());
      });
      await server.connect(new StdioServerTransport());
      await closed;
      await processes.close();
      return { data: {}, text: '' };
    },
  });

import { describe, expect, it } from 'vitest';
import { runPosespace } from '../../../test/support/fake-terminal.js';
import { PosespaceError } from '../../base/errors.js';
import { throwIfAborted } from '../../base/progress.js';
import { COMMANDS } from '../commands.js';
import { count, text, toggle } from './flags.js';
import { type CommandContext, type CommandDefinition, runProgram } from './shell.js';
import type { Terminal } from './terminal.js';

/** A command that does what a test wants. */
const command = (
  run: CommandDefinition['run'],
  more: Partial<CommandDefinition> = {},
): CommandDefinition => ({
  usage: 'try <what> [more]',
  summary: 'Try something',
  examples: [['posespace try this', 'tries this']],
  run,
  ...more,
});
const lines = (text: string) => text.trimEnd().split('\n');

describe('outcomes', () => {
  const good = command(async () => ({ data: { answer: 42, list: ['a\nb'] }, text: 'forty-two\n\n' }));

  it('are text for people, one JSON object for machines', async () => {
    expect(await runPosespace(['try', 'x'], { commands: [good] })).toMatchObject({
      code: 0,
      stdout: 'forty-two\n',
      stderr: '',
    });
    const json = await runPosespace(['try', 'x', '--json'], { commands: [good] });
    expect(json.code).toBe(0);
    expect(lines(json.stdout).length).toBe(1);
    expect(JSON.parse(json.stdout)).toEqual({ answer: 42, list: ['a\nb'] });
  });

  it('may be failures without an error', async () => {
    const bad = command(async () => ({ data: {}, text: 'could not', ok: false }));
    expect(await runPosespace(['try', 'x'], { commands: [bad] })).toMatchObject({
      code: 1,
      stdout: 'could not\n',
      stderr: '',
    });
  });

  it.each([
    ['bad-input', 1],
    ['unsupported', 1],
    ['file', 1],
    ['bad-usage', 2],
    ['aborted', 130],
  ] as const)('%s ends with %i, in words', async (code, exit) => {
    const bad = command(async () => {
      throw new PosespaceError(code, 'io/read: it is broken; mend it');
    });
    const plain = await runPosespace(['try', 'x'], { commands: [bad] });
    expect(plain).toMatchObject({
      code: exit,
      stdout: '',
      stderr: 'posespace: io/read: it is broken; mend it\n',
    });
    const json = await runPosespace(['try', 'x', '--json'], { commands: [bad] });
    expect(json.code).toBe(exit);
    expect(JSON.parse(json.stdout)).toEqual({ error: { code, message: 'io/read: it is broken; mend it' } });
  });

  it('of bugs have no stack trace', async () => {
    const bug = command(async () => {
      throw new TypeError("Cannot read properties of undefined (reading 'x')");
    });
    const { code, stdout, stderr } = await runPosespace(['try', 'x'], { commands: [bug] });
    expect([code, stdout]).toEqual([1, '']);
    expect(lines(stderr).length).toBe(1);
    expect(stderr).toMatch(/^posespace: something went wrong .*reading 'x'.*report it/);
    expect(stderr).not.toMatch(/\bat .*\.ts/);
  });

  it('of bugs that are no errors say what they are', async () => {
    const full = command(async () => {
      throw { name: 'ErrnoError', errno: 51 };
    });
    const { stderr } = await runPosespace(['try', 'x'], { commands: [full] });
    expect(stderr).toMatch(/should not have \(ErrnoError 51\)/);
  });
});

describe('what a command is given', () => {
  it('operands, flags, seed, limits and output', async () => {
    let seen: [CommandContext, string[]] | undefined;
    const commands = [
      command(
        async (context, ...operands) => {
          seen = [context, operands];
          return { data: {}, text: '' };
        },
        {
          output: 'a file',
          flags: { size: count('size', { default: 5 }), dark: toggle('dark'), clip: text('clip') },
        },
      ),
    ];
    await runPosespace(['try', 'a', 'b', '--seed', '7', '--max-bytes', '99', '-o', 'out.glb', '--dark'], {
      commands,
    });
    expect(seen![1]).toEqual(['a', 'b']);
    expect(seen![0]).toMatchObject({
      seed: 7,
      output: 'out.glb',
      limits: { maxBytes: 99 },
      options: { size: 5, dark: true, clip: undefined },
    });
    await runPosespace(['try', 'a'], { commands });
    expect(seen![0]).toMatchObject({ seed: 0, output: undefined, options: { size: 5, dark: false } });
  });
});

describe('bad usage', () => {
  it.each([
    ['an unknown command', ['convrt', 'a', 'b'], /unknown command 'convrt'[\s\S]*Did you mean convert\?/],
    ['an unknown subcommand', ['pose', 'chek', 'x'], /unknown command 'chek'[\s\S]*Did you mean check\?/],
    [
      'an unknown flag',
      ['convert', 'a', 'b', '--clap', 'x'],
      /unknown option '--clap'[\s\S]*Did you mean --clip\?/,
    ],
    ['a missing operand', ['convert', 'a'], /missing required argument 'output'/],
    ['one operand too many', ['convert', 'a', 'b', 'c'], /too many arguments/],
    ['a seed that is no number', ['convert', 'a', 'b', '--seed', '1.5'], /whole number/],
    ['a flag without its value', ['convert', 'a', 'b', '--clip'], /argument missing/],
  ])('%s ends with 2 and help', async (_, argv, message) => {
    const plain = await runPosespace(argv);
    expect([plain.code, plain.stdout]).toEqual([2, '']);
    expect(plain.stderr).toMatch(message);
    // Before the operands: a flag that takes a value would swallow it at the end.
    const json = await runPosespace([argv[0], '--json', ...argv.slice(1)]);
    expect(json.code).toBe(2);
    expect(JSON.parse(json.stdout).error.code).toBe('bad-usage');
    expect(JSON.parse(json.stdout).error.message).not.toMatch(/^error/);
  });
});

describe('a renamed command', () => {
  const renamed = command(async (_, what) => ({ data: { what }, text: `did ${what}` }), {
    usage: 'group new-name <what>',
    formerly: 'group old-name',
    flags: {
      easing: text('easing', { formerly: 'pace' }),
      moving: toggle('stay', { default: true, formerly: 'still' }),
    },
  });
  const run = (...argv: string[]) => runPosespace(['group', ...argv], { commands: [renamed] });

  it('still goes by its old name, with a notice that leaves stdout alone', async () => {
    const old = await run('old-name', 'x', '--json');
    expect([old.code, JSON.parse(old.stdout)]).toEqual([0, { what: 'x' }]);
    expect(old.stderr).toBe('posespace: "group old-name" is deprecated, use "group new-name"\n');
    expect(await run('new-name', 'x')).toMatchObject({ code: 0, stdout: 'did x\n', stderr: '' });
  });

  it('is listed by its new name alone', async () => {
    const { stdout } = await run('--help');
    expect(stdout).toContain('new-name');
    expect(stdout).not.toContain('old-name');
  });

  it('takes renamed flags as well', async () => {
    const { code, stderr } = await run('new-name', 'x', '--pace', 'in', '--still');
    expect(code).toBe(0);
    expect(lines(stderr)).toEqual([
      'posespace: "--pace" is deprecated, use "--easing"',
      'posespace: "--still" is deprecated, use "--no-moving"',
    ]);
  });

  it('every command that was renamed answers to its old name', async () => {
    for (const { formerly } of COMMANDS) {
      if (formerly === undefined) continue;
      const { code, stdout } = await runPosespace([...formerly.split(' '), '--help']);
      expect([formerly, code, stdout.startsWith(`Usage: posespace ${formerly} `)]).toEqual([
        formerly,
        0,
        true,
      ]);
    }
    expect(COMMANDS.flatMap(({ formerly }) => formerly ?? [])).toEqual(['pose walk', 'animate contacts']);
  });
});

describe('help', () => {
  it('lists every command and exits with 0, with or without --help', async () => {
    const explained = await runPosespace(['--help']);
    expect(explained.code).toBe(0);
    for (const { usage } of COMMANDS) expect(explained.stdout).toContain(usage.split(' ')[0]);
    const lost = await runPosespace([]);
    expect(lost.code).toBe(0);
    expect(lost.stdout + lost.stderr).toContain('Usage: posespace');
  });

  it.each(COMMANDS.map(({ usage, examples }) => [usage, examples] as const))(
    'of "%s" teaches by example',
    async (usage, examples) => {
      const words = usage.split(' ').filter((word) => /^[a-z]/.test(word));
      const { code, stdout } = await runPosespace([...words, '--help']);
      expect(code).toBe(0);
      expect(examples.length).toBeGreaterThan(0);
      for (const [line, meaning] of examples) {
        expect(stdout).toContain(`$ ${line}`);
        expect(stdout).toContain(meaning);
      }
      expect(stdout).toContain('--json');
      expect(stdout).toContain('--seed');
    },
  );

  it('prints the version', async () => {
    expect(await runPosespace(['--version'])).toMatchObject({ code: 0, stdout: '1.2.3\n', stderr: '' });
  });
});

describe('progress', () => {
  const working = command(async ({ onProgress }) => {
    for (const fraction of [0, 0.5, 1]) onProgress!({ stage: 'working', fraction });
    return { data: {}, text: 'done' };
  });

  const WIPE = '\r\x1b[2K';

  // Regression: the bar was wiped after the text had been printed behind it.
  it('is one line on stderr for those who watch, gone before anything else is printed', async () => {
    const { stdout, stderr, screen } = await runPosespace(['try', 'x'], {
      commands: [working],
      interactive: true,
    });
    expect(stdout).toBe('done\n');
    expect(stderr).toContain(' 50 %  working');
    expect(stderr).toContain('█'.repeat(12) + '░'.repeat(12));
    expect(stderr).not.toContain('\n');
    expect(screen.endsWith(`working${WIPE}done\n`)).toBe(true);
  });

  it('is nothing for machines', async () => {
    expect((await runPosespace(['try', 'x'], { commands: [working] })).stderr).toBe('');
    expect(
      (await runPosespace(['try', 'x', '--json'], { commands: [working], interactive: true })).stderr,
    ).toBe('');
  });

  it('is wiped where the work fails', async () => {
    const failing = command(async ({ onProgress }) => {
      onProgress!({ stage: 'working', fraction: 0.2 });
      throw new PosespaceError('bad-input', 'broken');
    });
    const { screen } = await runPosespace(['try', 'x'], { commands: [failing], interactive: true });
    expect(screen.endsWith(`working${WIPE}posespace: broken\n`)).toBe(true);
  });
});

describe('Ctrl-C', () => {
  it('stops the work with 130', async () => {
    const controller = new AbortController();
    const slow = command(async ({ signal }) => {
      controller.abort();
      throwIfAborted(signal);
      return { data: {}, text: 'never' };
    });
    const { code, stdout } = await runPosespace(['try', 'x'], {
      commands: [slow],
      signal: controller.signal,
    });
    expect([code, stdout]).toEqual([130, '']);
  });

  it('before the start keeps the work from beginning', async () => {
    let began = false;
    const commands = [
      command(async () => {
        began = true;
        return { data: {}, text: '' };
      }),
    ];
    const { code } = await runPosespace(['try', 'x'], { commands, signal: AbortSignal.abort() });
    expect([code, began]).toEqual([130, false]);
  });

  it('ends work that lets no events in, where the terminal can', async () => {
    const steps: string[] = [];
    const busy = command(async ({ runBlocking }) => {
      const answer = await runBlocking(() => {
        steps.push('work');
        return 42;
      });
      return { data: { answer }, text: '' };
    });
    const stdout = (text: string | Uint8Array) => void steps.push(String(text));
    const terminal: Terminal = {
      stdout,
      stderr: stdout,
      interactive: false,
      now: () => 0,
      runBlocking: async (work) => {
        steps.push('before');
        const result = work();
        steps.push('after');
        return result;
      },
    };
    const { signal } = new AbortController();
    expect(
      await runProgram(
        { name: 'posespace', description: '', version: '1.2.3' },
        [busy],
        ['try', 'x', '--json'],
        terminal,
        signal,
      ),
    ).toBe(0);
    expect(steps).toEqual(['before', 'work', 'after', '{"answer":42}\n']);
  });
});

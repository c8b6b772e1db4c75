import { describe, expect, expectTypeOf, it } from 'vitest';
import { COMMANDS } from '../commands.js';
import {
  count,
  describeFlag,
  type Flags,
  flagName,
  integer,
  list,
  number,
  type OptionsOf,
  oneOf,
  parseFlags,
  path,
  someOf,
  text,
  toggle,
} from './flags.js';

const TABLE = {
  joints: count('joints', { min: 2, max: 256 }),
  frames: count('frames', { default: 6 }),
  shift: integer('shift', { default: 0 }),
  ground: number('ground'),
  strength: number('strength', { min: 0, max: 1, default: 0.5 }),
  view: oneOf(['front', 'side'] as const, 'view', { default: 'side' }),
  names: oneOf(['native', 'mixamo'] as const, 'names'),
  measure: someOf(['a', 'b'] as const, 'measures'),
  pin: list('joints', 'names'),
  skeletonFrom: path('file'),
  keys: text('keys', { required: true }),
  dark: toggle('dark'),
  adapt: toggle('without adapting', { default: true }),
} satisfies Flags;

const parse = (given: Record<string, unknown>) => parseFlags(TABLE, { keys: 'k', ...given }, 'try');

describe('options', () => {
  it('have the types of their flags', () => {
    expectTypeOf<OptionsOf<typeof TABLE>>().toEqualTypeOf<{
      readonly joints: number | undefined;
      readonly frames: number;
      readonly shift: number;
      readonly ground: number | undefined;
      readonly strength: number;
      readonly view: 'front' | 'side';
      readonly names: 'native' | 'mixamo' | undefined;
      readonly measure: readonly ('a' | 'b')[] | undefined;
      readonly pin: readonly string[] | undefined;
      readonly skeletonFrom: string | undefined;
      readonly keys: string;
      readonly dark: boolean;
      readonly adapt: boolean;
    }>();
  });

  it('are defaults where nothing is given', () => {
    expect(parse({})).toEqual({
      frames: 6,
      shift: 0,
      strength: 0.5,
      view: 'side',
      keys: 'k',
      dark: false,
      adapt: true,
    });
  });

  it('are parsed', () => {
    const given = {
      joints: '12',
      ground: '-1.5',
      shift: '-3',
      view: 'front',
      measure: 'b, a',
      pin: 'l, r',
      adapt: false,
    };
    expect(parse({ ...given, dark: true, skeletonFrom: 'a.glb' })).toMatchObject({
      ...{ joints: 12, ground: -1.5, shift: -3, view: 'front', measure: ['b', 'a'], pin: ['l', 'r'] },
      ...{ adapt: false, dark: true, skeletonFrom: 'a.glb' },
    });
  });

  it.each([
    [{ joints: '1' }, /--joints must be a whole number in 2 to 256, got 1/],
    [{ joints: 'many' }, /--joints must be a whole number/],
    [{ joints: '' }, /--joints must be a whole number/],
    [{ frames: '2.5' }, /--frames must be a whole number from 0 up, got 2.5/],
    [{ frames: '-1' }, /--frames must be a whole number from 0 up/],
    [{ shift: '1e99' }, /--shift must be a whole number, got/],
    [{ ground: 'low' }, /--ground must be a number, got low/],
    [{ ground: 'Infinity' }, /--ground must be a number/],
    [{ strength: '2' }, /--strength must be a number in 0 to 1, got 2/],
    [{ view: 'below' }, /--view must be one of front, side, got below/],
    [{ measure: 'a,c' }, /--measure is a list of a, b; "c" is none of them/],
    [{ keys: undefined }, /try needs --keys <name>: keys/],
  ])('%j is bad usage', (given, message) => {
    expect(() => parse(given)).toThrow(message);
    expect(() => parse(given)).toThrow(expect.objectContaining({ code: 'bad-usage' }));
  });
});

describe('a flag', () => {
  it('is spelled in kebab case, and negated where it is on', () => {
    expect(Object.entries(TABLE).map(([name, flag]) => flagName(name, flag))).toEqual(
      expect.arrayContaining(['--skeleton-from', '--no-adapt', '--dark']),
    );
  });

  it('is described with its choices and default', () => {
    expect(describeFlag(TABLE.view)).toBe('view (one of front, side; default: side)');
    expect(describeFlag(TABLE.keys)).toBe('keys (required)');
    expect(describeFlag(TABLE.adapt)).toBe('without adapting');
  });

  it('of any command has a description, and a default within its own range', () => {
    for (const { usage, flags = {} } of COMMANDS) {
      for (const [name, flag] of Object.entries(flags)) {
        expect([usage, name, flag.description]).toEqual([usage, name, expect.stringMatching(/^\S.{3}/)]);
        if (flag.type !== 'toggle')
          expect([usage, name, flag.placeholder]).toEqual([usage, name, expect.any(String)]);
        if (flag.default === undefined || flag.required || flag.type === 'toggle') continue;
        expect(parseFlags({ [name]: flag }, { [name]: `${flag.default}` }, usage)).toEqual({
          [name]: flag.default,
        });
      }
    }
  });
});

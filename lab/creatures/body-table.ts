/**
 * @file Bodies as tables: the measures, landmarks, joints, parts, shapes and joint limits of an animal as plain data,
 * and the builder that reads them.
 *
 * Lengths are multiples of measures that are drawn for each individual (`{ head: 0.1, snout: 0.175 }`), points are
 * offsets from landmarks, and joints are named. Rows of a mirrored section are read twice: names that begin with a
 * capital (`UpperLeg`) then belong to a side (`leftUpperLeg`), and x points away from the midline on both.
 */

import { PosespaceError } from '../../src/base/errors.js';
import type { Rng } from '../../src/base/rng.js';
import { add, lerp, type Vec3 } from '../../src/math/vector.js';
import {
  type Body,
  type BodyBuilder,
  createBody,
  type PartBuilder,
  type ShapeOptions,
  SIDES,
  type Side,
} from './body.js';
import { addEye, addToes } from './features.js';

export type Range = readonly [number, number];

/** How a measure comes about: `times` · `of` · a number in `range`; or a sum of others; or a whole number. */
export interface MeasureRow<M extends string> {
  /** Evenly distributed in this range. */
  readonly range?: Range;
  /** Another measure that it is relative to. */
  readonly of?: M;
  readonly times?: number;
  /** A factor `a + b · measure`: `[measure, a, b]`. */
  readonly along?: readonly [M, number, number];
  /** How likely it is not 0. */
  readonly chance?: number;
  /** 0, and nothing is drawn, unless a measure is above a number. */
  readonly above?: readonly [M, number];
  /** A whole number in this range, both included. */
  readonly count?: Range;
  /** Nothing is drawn: a sum of other measures. */
  readonly sum?: Length<M>;
}

/** What an individual is measured by, in the order in which it is drawn. */
export type MeasureTable<M extends string> = Readonly<Record<M, MeasureRow<M>>>;
export type Measures<M extends string> = Readonly<Record<M, number>>;

/** Multiples of measures, summed in their order; a plain number is a multiple of the unit at hand. */
export type Length<M extends string> = number | Readonly<Partial<Record<M | 'metre', number>>>;

type Offset<M extends string> = readonly [Length<M>, Length<M>, Length<M>];

/** A landmark; an offset from one, numbers in the landmark's unit; or a point between two others. */
export type Point<M extends string> =
  | string
  | readonly [string, ...Offset<M>]
  | { readonly between: readonly [Point<M>, Point<M>]; readonly at: number; readonly plus?: Offset<M> };

/** Joints and groups of joints by name. */
export type JointNames = string | readonly string[];

export type JointRow<M extends string> =
  | { readonly name: string; readonly parent?: string; readonly at: Point<M>; readonly tip?: Point<M> }
  /** Joints through points, the last of which is the last tip: by names, or `tail` for the group `tail` of `tail1` …. */
  | { readonly chain: JointNames; readonly parent: string; readonly through: readonly Point<M>[] };

export interface PartRow<M extends string> {
  readonly name: string;
  /** The trunk where absent. */
  readonly parent?: string;
  readonly at: Point<M>;
  /** Distance over which the blend with the parent fades. */
  readonly reach: Length<M>;
  readonly blend: Length<M>;
  /** Unit of plain numbers, `size` where absent. */
  readonly in?: M;
  /** Its shapes; those of the trunk and of earlier parts stand in the section. */
  readonly shapes?: readonly ShapeRow<M>[];
}

interface ShapeRowBase<M extends string> {
  /** In a section: an earlier part that it belongs to, the trunk where absent. */
  readonly part?: string;
  /** Joints that may move it; the nearest bone of them wins. */
  readonly joints: JointNames;
  /** Unit of plain numbers in radii, thickness, blend, bulge and detail; `size` where absent. */
  readonly in?: M;
  readonly blend?: Length<M>;
  readonly paint?: string;
  /** Longest edge wanted. */
  readonly detail?: Length<M>;
  /** Left out where this measure is 0. */
  readonly when?: M;
}

export type ShapeRow<M extends string> = ShapeRowBase<M> &
  (
    | {
        /** A capsule between two points, its radius running from one to the other. */
        readonly cone: readonly [Point<M>, Point<M>];
        readonly radii: readonly [Length<M>, Length<M>];
        readonly bulge?: Length<M>;
        /** Axis along which the section is scaled, and the factor. */
        readonly squash?: readonly ['x' | 'y' | 'z' | Vec3, number];
      }
    | {
        /** An ellipsoid. */
        readonly ball: Point<M>;
        readonly radii: Length<M> | Offset<M>;
        /** Rotation vector, radians. */
        readonly rotation?: Vec3;
      }
    | {
        /** A triangle with thickness. */
        readonly sheet: readonly [Point<M>, Point<M>, Point<M>];
        readonly thickness: Length<M> | Offset<M>;
      }
    | { readonly eye: Point<M>; readonly radius: Length<M>; readonly gaze: Vec3 }
    | {
        /** Toes that fan out from a point. */
        readonly toes: Point<M>;
        readonly tips: readonly Point<M>[];
        readonly radius: Length<M>;
        /** 0: no claws. */
        readonly claw?: number;
      }
  );

/** Range of rotation about X, Y and Z, radians; a number stands for ± that much. */
export type LimitRow = readonly [number | Range, number | Range, number | Range];

/** Rows that are read together: landmarks, joints, groups of joints, shapes of the trunk, parts with theirs, limits. */
export interface BodySection<M extends string> {
  readonly landmarks?: Readonly<Record<string, Point<M>>>;
  readonly joints?: readonly JointRow<M>[];
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  readonly shapes?: readonly ShapeRow<M>[];
  readonly parts?: readonly PartRow<M>[];
  readonly limits?: Readonly<Record<string, LimitRow>>;
}

export interface TableBody<M extends string> {
  readonly builder: BodyBuilder;
  readonly measures: Measures<M>;
  /** Adds the rows of a section, on the midline or on the side that this is a view of. */
  add(section: BodySection<M>): void;
  /** Adds the rows of a section on the left, then on the right. */
  mirror(section: BodySection<M>): void;
  /** The same body as seen from one side. */
  on(side: Side): TableBody<M>;
  length(length: Length<M>, unit?: M): number;
  point(point: Point<M>): Vec3;
  setLandmark(name: string, at: Vec3): void;
  joints(names: JointNames): number[];
  joint(name: string): number;
  setGroup(name: string, joints: readonly number[]): void;
  part(name: string): PartBuilder;
  limit(names: JointNames, row: LimitRow): void;
  /** The joints of these names on the left and on the right: one list a side. */
  pairs(names: JointNames): number[][];
  build(): Body;
}

/** Draws the measures of one individual. */
export function drawMeasures<M extends string>(rng: Rng, table: MeasureTable<M>): Measures<M> {
  const measures: Partial<Record<M, number>> = {};
  for (const name of Object.keys(table) as M[]) measures[name] = drawMeasure(rng, table[name], measures);
  return measures as Measures<M>;
}

function drawMeasure<M extends string>(
  rng: Rng,
  { range, of, times, along, chance, above, count, sum }: MeasureRow<M>,
  known: Partial<Record<M, number>>,
): number {
  if (sum !== undefined) return evaluate(sum, known, 0);
  if (count) return count[0] + rng.integer(count[1] - count[0] + 1);
  if (chance !== undefined && !(rng.next() < chance)) return 0;
  if (above && !((known[above[0]] as number) > above[1])) return 0;
  let value = times ?? 1;
  if (of !== undefined) value *= known[of] as number;
  if (along) value *= along[1] + along[2] * (known[along[0]] as number);
  return range ? value * rng.range(...range) : value;
}

/** Sums multiples of measures from left to right: the order decides the last digit. */
function evaluate<M extends string>(
  length: Length<M>,
  measures: Partial<Record<M, number>>,
  unit: number,
): number {
  if (typeof length === 'number') return length * unit;
  let sum = 0;
  for (const name of Object.keys(length) as M[]) {
    const measure = (name as string) === 'metre' ? 1 : measures[name];
    if (measure === undefined) throw missing('measure', name);
    sum += (length[name] as number) * measure;
  }
  return sum;
}

/** The unit of offsets from a landmark where that is not `size`: one for all axes or one for each. */
export type Units<M extends string> = Readonly<Partial<Record<string, M | readonly [M, M, M]>>>;

const AXES = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] } as const;

/** Starts a body with a trunk. */
export function createTableBody<M extends string>(
  measures: Measures<M> & { readonly size: number },
  units: Units<M> = {},
): TableBody<M> {
  const builder = createBody();
  const landmarks = new Map<string, Vec3>([['ground', [0, 0, 0]]]);
  const joints = new Map<string, readonly number[]>();
  const parts = new Map([['trunk', builder.part(undefined, [0, 0, 0], 1, 0)]]);

  const view = (side?: Side): TableBody<M> => {
    const sign = side?.sign ?? 1;
    const named = (name: string) => (side && isSided(name) ? side.name(name) : name);
    const find = <T>(kind: string, map: ReadonlyMap<string, T>, name: string): T => {
      const found = map.get(named(name));
      if (found === undefined) throw missing(kind, named(name));
      return found;
    };
    const length: TableBody<M>['length'] = (given, unit) =>
      evaluate(given, measures, unit === undefined ? measures.size : measures[unit]);
    const offset = ([x, y, z]: Offset<M>, unit?: M | readonly [M, M, M]): Vec3 => {
      const [a, b, c] = Array.isArray(unit) ? unit : [unit, unit, unit];
      return [sign * length(x, a), length(y, b), length(z, c)];
    };
    const lengths = ([x, y, z]: Offset<M>, unit?: M): Vec3 => [
      length(x, unit),
      length(y, unit),
      length(z, unit),
    ];
    const mirrored = ([x, y, z]: Vec3): Vec3 => [sign * x, y, z];
    const point = (given: Point<M>): Vec3 => {
      if (typeof given === 'string') return find('landmark', landmarks, given);
      if ('between' in given) {
        const middle = lerp(point(given.between[0]), point(given.between[1]), given.at);
        return given.plus ? add(middle, offset(given.plus)) : middle;
      }
      const [name, x, y, z] = given;
      return add(find('landmark', landmarks, name), offset([x, y, z], units[name]));
    };
    const jointsOf = (names: JointNames): number[] =>
      (typeof names === 'string' ? [names] : names).flatMap((name) => find('joint', joints, name));

    const addJoint = (row: JointRow<M>): void => {
      const parent = row.parent === undefined ? -1 : jointsOf(row.parent)[0];
      if ('name' in row) {
        const name = named(row.name);
        joints.set(name, [
          builder.joint(name, parent, point(row.at), row.tip === undefined ? undefined : point(row.tip)),
        ]);
        return;
      }
      const { chain, through } = row;
      const names =
        typeof chain === 'string'
          ? through.slice(1).map((_, i) => named(`${chain}${i + 1}`))
          : chain.map(named);
      const made = builder.chain(names, parent, through.map(point));
      for (const [i, joint] of made.entries()) joints.set(names[i], [joint]);
      if (typeof chain === 'string') joints.set(named(chain), made);
    };
    const addShape = (part: PartBuilder, row: ShapeRow<M>): void => {
      if (row.when !== undefined && measures[row.when] === 0) return;
      const owners = jointsOf(row.joints);
      const options: ShapeOptions = {
        paint: row.paint,
        blend: row.blend === undefined ? undefined : length(row.blend, row.in),
        detail: row.detail === undefined ? undefined : length(row.detail, row.in),
      };
      if ('cone' in row) {
        const [from, to] = row.cone;
        const [axis, factor] = row.squash ?? [];
        part.cone(
          owners,
          point(from),
          point(to),
          [length(row.radii[0], row.in), length(row.radii[1], row.in)],
          {
            ...options,
            bulge: row.bulge === undefined ? undefined : length(row.bulge, row.in),
            squash: axis && [typeof axis === 'string' ? AXES[axis] : mirrored(axis), factor as number],
          },
        );
      } else if ('ball' in row) {
        const radii = isOffset(row.radii) ? lengths(row.radii, row.in) : length(row.radii, row.in);
        part.ball(owners, point(row.ball), radii, { ...options, turn: row.rotation });
      } else if ('sheet' in row) {
        const [a, b, c] = row.sheet;
        const thickness = isOffset(row.thickness)
          ? lengths(row.thickness, row.in)
          : length(row.thickness, row.in);
        part.sheet(owners, [point(a), point(b), point(c)], thickness, options);
      } else if ('eye' in row) {
        addEye(part, owners[0], point(row.eye), length(row.radius, row.in), mirrored(row.gaze));
      } else {
        const { toes, tips, radius, paint, claw } = row;
        addToes(part, owners[0], point(toes), tips.map(point), length(radius, row.in), { paint, claw });
      }
    };
    const limit: TableBody<M>['limit'] = (names, row) => {
      const [x, y, z] = row.map((range): Range => (typeof range === 'number' ? [-range, range] : range));
      builder.limit(jointsOf(names), x, y, z, sign);
    };

    const self: TableBody<M> = {
      builder,
      measures,
      add(section) {
        for (const [name, at] of Object.entries(section.landmarks ?? {}))
          landmarks.set(named(name), point(at));
        for (const row of section.joints ?? []) addJoint(row);
        for (const [name, members] of Object.entries(section.groups ?? {}))
          joints.set(named(name), jointsOf(members));
        for (const row of section.shapes ?? []) addShape(find('part', parts, row.part ?? 'trunk'), row);
        for (const { name, parent, at, reach, blend, in: unit, shapes } of section.parts ?? []) {
          const grown = find('part', parts, parent ?? 'trunk');
          const part = builder.part(grown, point(at), length(reach, unit), length(blend, unit));
          parts.set(named(name), part);
          for (const row of shapes ?? []) addShape(part, row);
        }
        for (const [name, row] of Object.entries(section.limits ?? {})) limit(name, row);
      },
      mirror(section) {
        for (const each of SIDES) view(each).add(section);
      },
      on: view,
      length,
      point,
      setLandmark: (name, at) => landmarks.set(named(name), at),
      joints: jointsOf,
      joint: (name) => jointsOf(name)[0],
      setGroup: (name, members) => joints.set(named(name), members),
      part: (name) => find('part', parts, name),
      limit,
      pairs: (names) => SIDES.map((each) => view(each).joints(names)),
      build: () => builder.build(),
    };
    return self;
  };
  return view();
}

const isSided = (name: string): boolean => name[0] !== name[0].toLowerCase();

const isOffset = <M extends string>(length: Length<M> | Offset<M>): length is Offset<M> =>
  Array.isArray(length);

const missing = (kind: string, name: string): PosespaceError =>
  new PosespaceError(
    'bad-input',
    `creatures/createTableBody: no ${kind} is called ${name}; name it before it is used`,
  );

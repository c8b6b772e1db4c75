/**
 * @file The table of species. A new kind is one file in `kinds/`, one name in `CREATURE_KINDS` and one line here.
 */

import type { CreatureKind, Species } from './creature-record.js';
import { describeBat } from './kinds/bat.js';
import { describeBiped } from './kinds/biped.js';
import { describeBird } from './kinds/bird.js';
import { describeDragon } from './kinds/dragon.js';
import { describeFish } from './kinds/fish.js';
import { describeFrog } from './kinds/frog.js';
import { describeInsect } from './kinds/insect.js';
import { describeLizard } from './kinds/lizard.js';
import { describeOctopus } from './kinds/octopus.js';
import { describeQuadruped } from './kinds/quadruped.js';
import { describeRaptor } from './kinds/raptor.js';
import { describeSnake } from './kinds/snake.js';
import { describeSpider } from './kinds/spider.js';

/** How each kind describes an individual. */
export const SPECIES: Readonly<Record<CreatureKind, Species>> = {
  biped: describeBiped,
  quadruped: describeQuadruped,
  bird: describeBird,
  fish: describeFish,
  snake: describeSnake,
  spider: describeSpider,
  insect: describeInsect,
  dragon: describeDragon,
  octopus: describeOctopus,
  raptor: describeRaptor,
  lizard: describeLizard,
  frog: describeFrog,
  bat: describeBat,
};

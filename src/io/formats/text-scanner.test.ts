import { expect, it } from 'vitest';
import { scanText } from './text-scanner.js';

const scan = (text: string) => scanText(new TextEncoder().encode(text));

it('reads numbers as Number does', () => {
  const words = [
    '0',
    '-0.5',
    '+3',
    '.25',
    '7.',
    '1e-3',
    '-2.5E+4',
    '0.1000000014901161',
    '123456789012345678',
    '1e400',
  ];
  const scanner = scan(words.join(' '));
  scanner.nextLine();
  for (const word of words) expect(scanner.number()).toBe(Number(word));
  expect(scanner.number()).toBeNaN();
});

it('takes nothing else for a number', () => {
  for (const word of ['', '-', '.', '1.2.3', 'nan', 'Infinity', '0x10', '1e', '12abc', '9'.repeat(1000)]) {
    const scanner = scan(`${word} 5`);
    scanner.nextLine();
    if (word !== '') expect(scanner.number()).toBeNaN();
    expect(scanner.number()).toBe(5);
  }
});

it('knows all line ends, blank lines and joined lines', () => {
  const scanner = scan('a b\r\n\n  \r c \\\n d\n');
  const lines: string[][] = [];
  while (scanner.nextLine()) {
    const words: string[] = [];
    while (!scanner.ended()) words.push(scanner.word());
    lines.push(words);
  }
  expect(lines).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(scanner.line).toBe(5);
});

it('reads face corners byte by byte', () => {
  const scanner = scan('12//-3 x');
  scanner.nextLine();
  expect([scanner.integer(), scanner.accept(47), scanner.accept(47), scanner.integer()]).toEqual([
    12,
    true,
    true,
    -3,
  ]);
  scanner.ended();
  expect(scanner.integer()).toBeNaN();
});

it('costs a long line its length', () => {
  const scanner = scan(`${'1 '.repeat(500_000)}`);
  scanner.nextLine();
  let sum = 0;
  while (!scanner.ended()) sum += scanner.number();
  expect(sum).toBe(500_000);
});

/**
 * @file Whether an address leads into a private network: this machine, a home or office network, a cloud's metadata. A
 * service's answer must not send us there (server-side request forgery). Ranges: IANA's special-purpose registries.
 */

const V4_RANGES: readonly (readonly [address: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** First words, and how many bits of them count: local, documentation, discarded, tunnels. */
const V6_RANGES: readonly (readonly [words: readonly number[], bits: number])[] = [
  [[0x64, 0xff9b, 1], 48],
  [[0x100, 0, 0, 0], 64],
  [[0x2001, 0], 23],
  [[0x2001, 0xdb8], 32],
  [[0x3fff], 20],
  [[0x5f00], 16],
  [[0xfc00], 7],
  [[0xfe80], 10],
  [[0xfec0], 10],
  [[0xff00], 8],
];

/** Whether a host name or address of a URL is private; names are only known by their ending. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return isPrivateV4(host);
  if (host.includes(':')) return isPrivateV6(host);
  // A name without a dot is found in the local network alone.
  return !host.includes('.') || /\.(localhost|local|internal|lan|home|corp|home\.arpa)$/.test(host);
}

const numberOfV4 = (address: string): number =>
  address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

function isPrivateV4(address: string): boolean {
  const value = numberOfV4(address);
  return V4_RANGES.some(([start, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(value / size) === Math.floor(numberOfV4(start) / size);
  });
}

function isPrivateV6(address: string): boolean {
  const words = wordsOfV6(address);
  if (!words) return true;
  const [first, , , , fifth, sixth] = words;
  const mapped = `${words[6] >> 8}.${words[6] & 255}.${words[7] >> 8}.${words[7] & 255}`;
  // ::, ::1, ::a.b.c.d, ::ffff:a.b.c.d and ::ffff:0:a.b.c.d; then 64:ff9b::a.b.c.d (NAT64) and 2002:a.b.c.d:: (6to4).
  const isV4 =
    (fifth === 0 && sixth === 0) || (fifth === 0 && sixth === 0xffff) || (fifth === 0xffff && sixth === 0);
  if (isV4 && words.slice(0, 4).every((word) => word === 0)) return isPrivateV4(mapped);
  if (isV4 && first === 0x64 && words[1] === 0xff9b && words[2] === 0) return isPrivateV4(mapped);
  if (first === 0x2002)
    return isPrivateV4(`${words[1] >> 8}.${words[1] & 255}.${words[2] >> 8}.${words[2] & 255}`);
  return V6_RANGES.some(([start, bits]) =>
    Array.from({ length: Math.ceil(bits / 16) }, (_, i) => {
      const mask = (0xffff << Math.max(0, 16 * (i + 1) - bits)) & 0xffff;
      return ((words[i] ^ (start[i] ?? 0)) & mask) === 0;
    }).every(Boolean),
  );
}

/** The eight words of an IPv6 address; undefined where it is none. */
function wordsOfV6(address: string): number[] | undefined {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address.replace(/%.*$/, ''));
  const text = dotted
    ? `${dotted[1]}${((Number(dotted[2]) << 8) | Number(dotted[3])).toString(16)}:${((Number(dotted[4]) << 8) | Number(dotted[5])).toString(16)}`
    : address.replace(/%.*$/, '');
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (tail ? missing < 1 : missing !== 0) return undefined;
  const words = [...head, ...Array.from({ length: tail ? missing : 0 }, () => '0'), ...(tail ?? [])];
  return words.every((word) => /^[0-9a-f]{1,4}$/.test(word))
    ? words.map((word) => Number.parseInt(word, 16))
    : undefined;
}

// Recognizes addresses that are not on the public internet: loopback, private, link-local and reserved ones.
import { BlockList, isIP } from "node:net";

const innerV4: readonly [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];
const innerV6: readonly [string, number][] = [
  ["::", 127],
  ["2002::", 16],
  ["64:ff9b:1::", 48],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
];
/** Cloud metadata services hand out credentials here. */
const linkLocalV4: readonly [string, number][] = [["169.254.0.0", 16]];
const linkLocalV6: readonly [string, number][] = [["fe80::", 10]];

const inner = listOf(innerV4, innerV6);
const linkLocal = listOf(linkLocalV4, linkLocalV6);

export function isAddress(host: string): boolean {
  return isIP(host) !== 0;
}

/** True for invalid addresses as well. */
export function isInnerAddress(address: string): boolean {
  return isIn(inner, address);
}

export function isLinkLocal(address: string): boolean {
  return isIn(linkLocal, address);
}

function isIn(list: BlockList, text: string): boolean {
  const address = text.replace(/%.*$/s, "");
  const family = isIP(address);
  return family === 0 || list.check(address, family === 4 ? "ipv4" : "ipv6");
}

/** BlockList covers IPv4-mapped addresses; NAT64 addresses are added here. */
function listOf(v4: readonly [string, number][], v6: readonly [string, number][]): BlockList {
  const list = new BlockList();
  for (const [address, bits] of v4) {
    list.addSubnet(address, bits, "ipv4");
    list.addSubnet(`64:ff9b::${address}`, 96 + bits, "ipv6");
  }
  for (const [address, bits] of v6) list.addSubnet(address, bits, "ipv6");
  return list;
}

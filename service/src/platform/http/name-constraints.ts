/** The extension that restricts a certificate authority to names and addresses (RFC 5280, 4.2.1.10), as DER. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const SEQUENCE = 0x30
const PERMITTED = 0xa0
const EXCLUDED = 0xa1
const DNS_NAME = 0x82
const IP_ADDRESS = 0x87

/** Permits only these. A kind without entries is excluded entirely: otherwise all its names would be permitted. */
export function nameConstraints(names: readonly string[]): Uint8Array<ArrayBuffer> {
  const addresses = names.filter((name) => isIP(name))
  const permitted = names.map((name) => subtree(isIP(name) ? addressName(name) : [DNS_NAME, Buffer.from(name)]))
  const excluded = [
    ...(addresses.some((name) => isIP(name) === 4) ? [] : [subtree([IP_ADDRESS, Buffer.alloc(8)])]),
    ...(addresses.some((name) => isIP(name) === 6) ? [] : [subtree([IP_ADDRESS, Buffer.alloc(32)])]),
    ...(addresses.length < names.length ? [] : [subtree([DNS_NAME, Buffer.alloc(0)])]),
  ]
  const parts = [tagged(PERMITTED, permitted), ...(excluded.length > 0 ? [tagged(EXCLUDED, excluded)] : [])]
  return new Uint8Array(tagged(SEQUENCE, parts))
}

type Name = [tag: number, content: Buffer]

/** The address with a mask of all its bits. */
function addressName(name: string): Name {
  const bytes = Buffer.from(ipaddr.parse(name).toByteArray())
  return [IP_ADDRESS, Buffer.concat([bytes, Buffer.alloc(bytes.length, 0xff)])]
}

const subtree = ([tag, content]: Name) => tagged(SEQUENCE, [tagged(tag, [content])])

function tagged(tag: number, parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

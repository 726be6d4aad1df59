/** WS-Discovery (ONVIF): asks the site's network which cameras are there, by multicast and host by host. CAM-12. */
import { randomUUID } from 'node:crypto'
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { networkInterfaces } from 'node:os'
import { isAllowed, type NetworkRules } from '#platform/networks.ts'

/** A device that answered: where its service is. The host is always the one that the answer came from. */
export type FoundDevice = {
  address: string
  port: number
  path: string
  isSecure: boolean
  name: string
  model: string | null
}

type SearchOptions = {
  networks: NetworkRules
  /** IP addresses that are asked one by one; allowed already. */
  hosts: readonly string[]
  waitMs: number
  /** Elsewhere in tests only. */
  port?: number
}

const GROUP = '239.255.255.250'
const PORT = 3702
const DEVICES_MAX = 64
/** Real answers have about 2 kB; a flood of them shall not keep the hub busy. */
const ANSWER_BYTES_MAX = 16 * 1024
const ANSWERS_MAX = 512

/** Devices in order of their answers; those outside of the site's networks are passed over. */
export async function searchDevices({ networks, hosts, waitMs, port = PORT }: SearchOptions): Promise<FoundDevice[]> {
  const found = new Map<string, FoundDevice>()
  const probes = DEVICE_TYPES.map((type) => ({ type, messageId: randomUUID() }))
  const messages = probes.map(({ type, messageId }) => probeMessage(type, messageId))
  const messageIds = probes.map(({ messageId }) => messageId)
  let answers = 0
  const hear = (bytes: Buffer, from: RemoteInfo) => {
    answers++
    if (answers > ANSWERS_MAX || bytes.length > ANSWER_BYTES_MAX || found.size >= DEVICES_MAX) return
    if (!isAllowed(from.address, networks)) return
    const device = deviceOf(bytes.toString('utf8'), from.address, messageIds)
    if (device) found.set(`${device.address}:${device.port}${device.path}`, device)
  }
  const sockets = await Promise.all(ownAddresses(networks).map((address) => openSocket(address, hear)))
  try {
    for (const socket of sockets) {
      for (const message of messages) {
        socket?.send(message, port, GROUP, () => {})
        for (const host of hosts) socket?.send(message, port, host, () => {})
      }
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs))
  } finally {
    for (const socket of sockets) socket?.close()
  }
  return [...found.values()]
}

/** This machine's addresses in networks where cameras may be: each network has to be asked from within. */
function ownAddresses(networks: NetworkRules): string[] {
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return own
    .filter(({ family, address }) => family === 'IPv4' && isAllowed(address, networks))
    .map((one) => one.address)
}

/** Null where the address cannot be used. */
function openSocket(address: string, hear: (bytes: Buffer, from: RemoteInfo) => void): Promise<Socket | null> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true })
  return new Promise((resolve) => {
    socket.on('message', hear)
    socket.on('error', () => resolve(null))
    socket.bind(0, address, () => {
      socket.setMulticastInterface(address)
      socket.setMulticastTTL(1)
      resolve(socket)
    })
  })
}

/** Devices answer a search for one of these alone: the older or the newer way of naming a camera. */
const DEVICE_TYPES = ['dn:NetworkVideoTransmitter', 'tds:Device'] as const

function probeMessage(type: (typeof DEVICE_TYPES)[number], messageId: string): Buffer {
  return Buffer.from(
    '<?xml version="1.0" encoding="UTF-8"?>' +
      '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"' +
      ' xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing"><s:Header>' +
      `<a:MessageID>urn:uuid:${messageId}</a:MessageID>` +
      '<a:To>urn:schemas-xmlsoap-org:ws:2005:04:discovery</a:To>' +
      '<a:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/Probe</a:Action></s:Header><s:Body>' +
      '<d:Probe xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery"' +
      ' xmlns:dn="http://www.onvif.org/ver10/network/wsdl" xmlns:tds="http://www.onvif.org/ver10/device/wsdl">' +
      `<d:Types>${type}</d:Types></d:Probe>` +
      '</s:Body></s:Envelope>',
  )
}

/**
 * What a ProbeMatch says. Three elements are looked for and nothing else is read, so that no answer, however it is
 * built, costs more than its length. An answer to somebody else's request is not taken; some name no request.
 */
export function deviceOf(xml: string, from: string, messageIds: readonly string[]): FoundDevice | null {
  const relatesTo = textOf(xml, 'RelatesTo')?.toLowerCase()
  if (relatesTo && !messageIds.some((messageId) => relatesTo.includes(messageId))) return null
  const addresses = textOf(xml, 'XAddrs')?.split(/\s+/) ?? []
  const urls = addresses
    .flatMap((address) => URL.parse(address) ?? [])
    .filter(({ protocol }) => /^https?:$/.test(protocol))
  const plain = urls.filter(({ protocol }) => protocol === 'http:')
  const usable = plain.length > 0 ? plain : urls
  const url = usable.find(({ hostname }) => hostname === from) ?? usable[0]
  if (!url || url.pathname.length > 200) return null
  const scopes = textOf(xml, 'Scopes')?.split(/\s+/) ?? []
  const name = scopeOf(scopes, 'name') ?? scopeOf(scopes, 'hardware') ?? from
  const isSecure = url.protocol === 'https:'
  const port = Number(url.port) || (isSecure ? 443 : 80)
  return { address: from, port, path: url.pathname, isSecure, name, model: scopeOf(scopes, 'hardware') }
}

/** Text of the first element of that local name; it may not hold elements. */
function textOf(xml: string, element: string): string | null {
  const text = new RegExp(`<(?:[A-Za-z0-9_-]{1,40}:)?${element}(?:\\s[^<>]{0,300})?>([^<]{0,4000})</`).exec(xml)?.[1]
  return text?.trim() ?? null
}

function scopeOf(scopes: readonly string[], kind: string): string | null {
  const start = `onvif://www.onvif.org/${kind}/`
  const scope = scopes.find((one) => one.toLowerCase().startsWith(start))
  if (!scope) return null
  try {
    return decodeURIComponent(scope.slice(start.length)).slice(0, 200) || null
  } catch {
    return scope.slice(start.length, start.length + 200)
  }
}

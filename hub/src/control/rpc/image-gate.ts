/** Whether a connection test may show its frame: never for a device that a camera with privacy is at. CAM-09, CAM-12. */
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { HubRequest, ImageWithheld } from '@mimamori/contract/camera/hub-request.ts'
import { addressesOf, isLoopback, type NetworkRules } from '#platform/networks.ts'

type Request = Extract<HubRequest, { type: 'probe' }>

type GateOptions = {
  /** Addresses of the streams whose cameras have privacy, as the hub knows them. */
  privateStreamUrls: readonly string[]
  /** The request names a camera with privacy by its id. */
  isPrivateCamera: boolean
  networks: NetworkRules
  /** Answers the IP addresses of a host, normalised. Rejects when the name is unknown. */
  resolve?: (host: string) => Promise<string[]>
}

/** `networks`: what may be opened now, only the addresses that were compared, so that a name cannot change in between. */
export type Gate = { withheld: ImageWithheld | null; networks: NetworkRules }

/** All addresses of this machine count as one device. */
const THIS_MACHINE = 'this machine'

/** Compares resolved addresses, without ports: one device may offer a stream at several. */
export async function judgeImage(request: Request, options: GateOptions): Promise<Gate> {
  const { networks, isPrivateCamera, resolve = addressesOf } = options
  const privateHosts = new Set([...options.privateStreamUrls.map(hostOf), ...request.privateHosts.map(bareHost)])
  const host = hostOf(request.streamUrl)
  if (host.startsWith(SCENE)) {
    return { withheld: isPrivateCamera || privateHosts.has(host) ? 'privacy' : null, networks }
  }
  const own = await devicesOf(host, resolve)
  // Nothing is opened at an unknown name; the opening says so in words.
  if (own === null) return { withheld: 'unsure', networks }
  const others = [...privateHosts].filter((each) => !each.startsWith(SCENE))
  const known = await Promise.all(others.map((each) => devicesOf(each, resolve)))
  const isSame = known.some((devices) => devices?.devices.some((device) => own.devices.includes(device)))
  const isUnsure = known.includes(null)
  return {
    withheld: isPrivateCamera || isSame ? 'privacy' : isUnsure ? 'unsure' : null,
    networks: pinned(networks, own.addresses),
  }
}

type Devices = { addresses: string[]; devices: string[] }

async function devicesOf(host: string, resolve: (host: string) => Promise<string[]>): Promise<Devices | null> {
  try {
    const addresses = await resolve(host)
    const ours = Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? [])
    const deviceOf = (address: string) => (isLoopback(address) || ours.includes(address) ? THIS_MACHINE : address)
    return addresses.length > 0 ? { addresses, devices: addresses.map(deviceOf) } : null
  } catch {
    return null
  }
}

/** The rules themselves still judge: an address that they refuse stays refused, with its sentence. */
function pinned(networks: NetworkRules, addresses: readonly string[]): NetworkRules {
  return { ...networks, only: addresses }
}

const SCENE = 'scene:'

/** The host of a stream's address; a drawn room of the demo is `scene:` and its name. */
function hostOf(streamUrl: string): string {
  const scene = /^scene:(?:\/\/)?([^?]*)/i.exec(streamUrl)
  if (scene) return `${SCENE}${scene[1]!.toLowerCase()}`
  return bareHost(URL.parse(streamUrl)?.hostname ?? '')
}

function bareHost(host: string): string {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  return isIP(name) ? name : name.replace(/\.$/, '')
}

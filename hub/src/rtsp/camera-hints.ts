/** What a camera's answers say besides, over RTSP and HTTP: who made it, and where else its stream is. REAL-09 */
import { type CameraMaker, makerOfRealm } from '@mimamori/contract/camera/camera-profiles.ts'
import { plainUrl } from './camera-address.ts'

/**
 * Where a redirect leads if that is on the same host and port, which some cameras leave out; null: elsewhere. `hosts`: the
 * names of the camera.
 */
export function redirectedTo(location: string | undefined, url: URL, hosts: readonly string[]): URL | null {
  const to = !location || /[^\x21-\x7e]/.test(location) ? null : URL.parse(location, plainUrl(url))
  if (to?.protocol !== url.protocol || !hosts.includes(to.hostname)) return null
  if (to.port !== '' && to.port !== url.port) return null
  const target = new URL(url)
  target.pathname = to.pathname
  target.search = to.search
  return target
}

/** By the realms of its challenges, and what it calls itself; null: unknown vendor. */
export function makerOf(challenges: readonly string[], realm: string, servers: readonly string[]): CameraMaker | null {
  const asked = challenges.map((one) => /\brealm="([^"]*)"/i.exec(one)?.[1] ?? '')
  const makers = [...asked, realm, ...servers].map(makerOfRealm)
  return makers.find((maker) => maker !== null) ?? null
}

/**
 * The addresses of a described stream. Cameras and clients read `control` in different ways (RFC 2326, C.1.1): the most
 * common reading comes first, and the others are for a camera that does not know that address. REAL-09
 */

/** `base`: the header Content-Base, else Content-Location. Controls as in `DescribedVideo`. */
export type Description = { url: string; base: string | null; control: string | null; sessionControl: string | null }

/** Addresses of the video, for SETUP. */
export function setupUrls({ url, base: named, control, sessionControl }: Description): string[] {
  const base = baseOf(url, named)
  const own = usable(control)
  const session = usable(sessionControl)
  const bases = [base, ...(session ? joined(base, session) : []), url]
  if (!own || own === '*') return unique(session && isAbsolute(session) ? [session, ...bases] : bases)
  return unique([...bases.flatMap((one) => joined(one, own)), ...bases])
}

/** Addresses of the session, for PLAY; `setup`: the address of the video that the camera knew. */
export function playUrls(description: Description, setup: string): string[] {
  const base = baseOf(description.url, description.base)
  const session = usable(description.sessionControl)
  const named = session && isAbsolute(session) ? [session] : []
  return unique([...named, base, ...(session && session !== '*' ? joined(base, session) : []), description.url, setup])
}

/** The named base if it is an address, perhaps without its host; else the requested address. */
function baseOf(url: string, named: string | null): string {
  const base = usable(named)
  if (base && isAbsolute(base)) return base
  return base?.startsWith('/') ? origin(url) + base : url
}

function joined(base: string, control: string): string[] {
  if (isAbsolute(control)) {
    const to = URL.parse(control)
    // A camera behind a router names the address that it has there.
    return to ? [control, `${origin(base)}${to.pathname}${to.search}`] : [control]
  }
  const appended = base.endsWith('/') || control.startsWith('/') ? base + control : `${base}/${control}`
  if (control.startsWith('?')) return [`${base.split('?')[0]}${control}`, appended]
  if (!control.startsWith('/')) return [appended, resolved(base, control)]
  const path = origin(base) + control
  const isWhole = path.startsWith(base.replace(/\/$/, ''))
  return isWhole ? [path, appended] : [appended.replace(/([^:/])\/\/+/, '$1/'), path]
}

const isAbsolute = (text: string): boolean => /^rtsps?:\/\/[^/?#]/i.test(text)
const origin = (url: string): string => /^[^/]+\/\/[^/?]+/.exec(url)?.[0] ?? url
const resolved = (base: string, control: string): string => {
  const url = URL.parse(control, base)?.href ?? base
  return isAbsolute(url) ? url : base
}
const unique = (urls: readonly string[]): string[] => [...new Set(urls)]

/** Without characters that could end a line of RTSP. */
function usable(text: string | null): string | null {
  return text === null || text === '' || /[^\x21-\x7e]/.test(text) ? null : text
}

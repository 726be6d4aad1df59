/** How far a camera's own clock is off: by ONVIF, which everybody may ask, or by the date of its web server. REAL-09. */
import { type IncomingMessage, request } from 'node:http'

/** `offsetMs`: the camera's clock minus ours; off by at most `unsureMs`, since cameras answer in whole seconds. */
export type ClockOffset = { offsetMs: number; unsureMs: number }

type ClockRequest = {
  /** An IP address that was allowed before: nothing is resolved here. */
  address: string
  /** Tried in turn. */
  ports: readonly number[]
  now: () => number
  timeoutMs?: number
}

const TIMEOUT_MS = 4_000
const ANSWER_BYTES_MAX = 16 * 1024
const HALF_SECOND_MS = 500
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const PATH = '/onvif/device_service'
const REQUEST =
  '<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>' +
  '<GetSystemDateAndTime xmlns="http://www.onvif.org/ver10/device/wsdl"/></s:Body></s:Envelope>'

/** Null: the camera does not say what time it is. */
export async function askClock({ ports, ...target }: ClockRequest): Promise<ClockOffset | null> {
  for (const port of ports) {
    const answer = await askPort({ ...target, port }).catch(() => null)
    if (answer) return answer
  }
  return null
}

type PortRequest = Omit<ClockRequest, 'ports'> & { port: number }

async function askPort({ address, port, now, timeoutMs = TIMEOUT_MS }: PortRequest): Promise<ClockOffset | null> {
  const sentMs = now()
  const { answer, text } = await post(address, port, AbortSignal.timeout(timeoutMs))
  const heardMs = now()
  const said = timesOfAnswer(text)
  const offsets = (said.length > 0 ? said : [Date.parse(answer.headers.date ?? '')]).map(
    (saidMs) => saidMs + HALF_SECOND_MS - (sentMs + heardMs) / 2,
  )
  const [offsetMs] = offsets.filter(Number.isFinite).toSorted((a, b) => Math.abs(a) - Math.abs(b))
  return offsetMs === undefined ? null : { offsetMs, unsureMs: HALF_SECOND_MS + (heardMs - sentMs) / 2 }
}

function post(address: string, port: number, signal: AbortSignal): Promise<{ answer: IncomingMessage; text: string }> {
  const headers = { 'content-type': 'application/soap+xml; charset=utf-8', 'content-length': REQUEST.length }
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: address, port, path: PATH, method: 'POST', headers, signal, agent: false },
      (answer) => {
        const parts: Buffer[] = []
        let bytes = 0
        answer.on('data', (part: Buffer) => {
          bytes += part.length
          if (bytes > ANSWER_BYTES_MAX) asked.destroy(new Error('too large'))
          else parts.push(part)
        })
        answer.on('end', () => resolve({ answer, text: Buffer.concat(parts).toString('utf8') }))
        answer.on('error', reject)
      },
    )
    asked.on('error', reject)
    asked.end(REQUEST)
  })
}

/**
 * Of `UTCDateTime`, and of `LocalDateTime` with its zone. A camera that is wrong about summer time may show the right local
 * time and derive a wrong UTC: home-assistant/core#90794.
 */
function timesOfAnswer(xml: string): number[] {
  const localMs = timeIn(xml, 'LocalDateTime')
  const zone = zoneMs(textIn(xml, 'TZ', 100) ?? '', textIn(xml, 'DaylightSavings', 10) === 'true')
  const times = [timeIn(xml, 'UTCDateTime'), zone === null || localMs === null ? null : localMs - zone]
  return times.filter((ms) => ms !== null)
}

/** Null: it is not there. */
function timeIn(xml: string, element: string): number | null {
  const [, time] =
    new RegExp(`<(?:\\w{1,40}:)?${element}>([\\s\\S]{0,1000}?)</(?:\\w{1,40}:)?${element}>`).exec(xml) ?? []
  if (time === undefined) return null
  const of = (name: string) => Number(textIn(time, name, 4))
  const ms = Date.UTC(of('Year'), of('Month') - 1, of('Day'), of('Hour'), of('Minute'), of('Second'))
  return Number.isFinite(ms) ? ms : null
}

function textIn(xml: string, element: string, characters: number): string | undefined {
  return new RegExp(`<(?:\\w{1,40}:)?${element}>\\s*([^\\s<]{1,${characters}})\\s*<`).exec(xml)?.[1]
}

/** Local time minus UTC by a zone of POSIX, such as CET-1CEST,M3.5.0,M10.5.0/3; null: unknown. */
function zoneMs(zone: string, isSummer: boolean): number | null {
  const name = '(?:[A-Za-z]{3,10}|<[^>]{1,10}>)'
  const offset = '([+-]?)(\\d{1,2})(?::(\\d{2}))?'
  const plain = zone.replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  const [, sign, hours, minutes = '0', summer] = new RegExp(`^${name}${offset}(${name})?`).exec(plain) ?? []
  if (hours === undefined) return null
  const standardMs = (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS) * (sign === '-' ? 1 : -1)
  return standardMs + (isSummer && summer !== undefined ? HOUR_MS : 0)
}

/** How far a camera's own clock is off: by ONVIF, which everybody may ask, or by the date of its web server. REAL-09. */
import { type IncomingMessage, request } from 'node:http'

/** `offsetMs`: the camera's clock minus ours; off by at most `unsureMs`, since cameras answer in whole seconds. */
export type ClockOffset = { offsetMs: number; unsureMs: number }

type ClockQuestion = {
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
const PATH = '/onvif/device_service'
const QUESTION =
  '<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>' +
  '<GetSystemDateAndTime xmlns="http://www.onvif.org/ver10/device/wsdl"/></s:Body></s:Envelope>'

/** Null: the camera does not say what time it is. */
export async function askClock({ ports, ...question }: ClockQuestion): Promise<ClockOffset | null> {
  for (const port of ports) {
    const answer = await askPort({ ...question, port }).catch(() => null)
    if (answer) return answer
  }
  return null
}

type PortQuestion = Omit<ClockQuestion, 'ports'> & { port: number }

async function askPort({ address, port, now, timeoutMs = TIMEOUT_MS }: PortQuestion): Promise<ClockOffset | null> {
  const sentMs = now()
  const { answer, text } = await post(address, port, AbortSignal.timeout(timeoutMs))
  const heardMs = now()
  const saidMs = timeOfAnswer(text) ?? Date.parse(answer.headers.date ?? '')
  if (!Number.isFinite(saidMs)) return null
  return {
    offsetMs: saidMs + HALF_SECOND_MS - (sentMs + heardMs) / 2,
    unsureMs: HALF_SECOND_MS + (heardMs - sentMs) / 2,
  }
}

function post(address: string, port: number, signal: AbortSignal): Promise<{ answer: IncomingMessage; text: string }> {
  const headers = { 'content-type': 'application/soap+xml; charset=utf-8', 'content-length': QUESTION.length }
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
    asked.end(QUESTION)
  })
}

/** Of `UTCDateTime` alone: a local time says nothing without its zone. Null: it is not there. */
function timeOfAnswer(xml: string): number | null {
  const [, utc] = /<(?:\w{1,40}:)?UTCDateTime>([\s\S]{0,1000}?)<\/(?:\w{1,40}:)?UTCDateTime>/.exec(xml) ?? []
  if (utc === undefined) return null
  const of = (name: string) => Number(new RegExp(`<(?:\\w{1,40}:)?${name}>\\s*(\\d{1,4})\\s*<`).exec(utc)?.[1])
  const ms = Date.UTC(of('Year'), of('Month') - 1, of('Day'), of('Hour'), of('Minute'), of('Second'))
  return Number.isFinite(ms) ? ms : null
}

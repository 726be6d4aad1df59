/** A minimal HTTP client without schema and fetch, so that the load costs little compared with what it measures. */
import { once } from 'node:events'
import { type Agent, request } from 'node:http'
import { text as whole } from 'node:stream/consumers'

export type Sent = { method: string; url: string; token: string; body: string }
export type Answered = { status: number; text: string; headers: Record<string, string | string[] | undefined> }

/** Sends one JSON document and reads the whole answer, whatever its status. */
export async function send(agent: Agent, { method, url, token, body }: Sent): Promise<Answered> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-authtoken': token,
  }
  const sent = request(url, { method, agent, headers })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  return { status: answer.statusCode, text: await whole(answer), headers: answer.headers }
}

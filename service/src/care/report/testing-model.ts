/** An OpenAI-compatible service for tests of reports: a real server with responses set by the test. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Asked = { path: string; headers: IncomingHttpHeaders; body: string }
export type TestModel = {
  /** As MIMAMORI_MODEL_URL. */
  url: string
  asked: Asked[]
  /** The content of the next responses, or what the server does instead. */
  answer: string | ((response: ServerResponse) => void)
  stop(): Promise<void>
}

type TestClaim = { text: string; evidence: string[] }
/** A whole answer in the agreed form. */
export function reportAnswer(parts: { summary?: TestClaim[]; timeline?: TestClaim[]; actions?: TestClaim[] }): string {
  return JSON.stringify({ summary: [], timeline: [], actions: [], ...parts })
}

export async function startModel(): Promise<TestModel> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    self.asked.push({ path: request.url!, headers: request.headers, body: Buffer.concat(parts).toString('utf8') })
    if (typeof self.answer === 'function') return self.answer(response)
    const message = { role: 'assistant', content: self.answer }
    const choices = [{ index: 0, message, finish_reason: 'stop' }]
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'test', choices }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const self: TestModel = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked: [],
    answer: reportAnswer({}),
    stop() {
      server.closeAllConnections()
      return new Promise((resolve) => {
        server.close(() => resolve())
      })
    },
  }
  return self
}

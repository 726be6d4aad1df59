import { expect, test, vi } from 'vitest'
import { type Handlers, RpcServer } from './rpc-server.ts'

const REQUEST = '0b83d80a-abbf-4562-aff1-b0d247ebd2a1'
const ASK = '11111111-1111-4111-8111-111111111111'

test('OPS-07 a request of the service is logged with its caller’s id, however it ends', async () => {
  const logged: unknown[] = []
  const sent: unknown[] = []
  const control = { type: 'control', cameraId: null, package: 'VCARE', action: 'START' } as never
  for (const answer of [{ error: { code: 'busy', params: {} } }, null]) {
    const handlers = {
      control() {
        if (answer) return answer
        throw new Error('not now')
      },
    } as unknown as Handlers
    const server = new RpcServer({
      handlers,
      send: (each) => void sent.push(each),
      log: (level, msg, facts) => void logged.push([level, msg, facts]),
    })
    server.take(ASK, control, REQUEST)
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    await server.stop()
    sent.length = 0
  }
  const words = 'A request of the service was answered'
  expect(logged).toEqual([
    ['info', words, { request: 'control', error: 'busy', reqId: REQUEST }],
    ['warn', 'A request of the service could not be answered', { reason: 'not now' }],
    ['info', words, { request: 'control', error: 'failed', reqId: REQUEST }],
  ])
})

/** A way to the service that can die without a word, as a line does whose router forgot it. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { PORT } from './place.ts'

export type SilentLine = {
  url: string
  /** Data stops passing, without an end of the connections. */
  die: () => void
  /** New connections work; the older ones stay dead. */
  heal: () => void
  stop: () => Promise<void>
}

export async function openSilentLine(): Promise<SilentLine> {
  const ends = new Set<Socket>()
  let isDead = false
  const server = createServer((near) => {
    near.on('error', () => near.destroy())
    ends.add(near)
    if (isDead) return
    const far = connect(PORT, '127.0.0.1')
    far.on('error', () => far.destroy())
    ends.add(far)
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (part) => isOfNow() && to.write(part))
      from.on('close', () => isOfNow() && to.destroy())
    }
    const round = rounds
    const isOfNow = () => !isDead && round === rounds
    pass(near, far)
    pass(far, near)
  })
  let rounds = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    die: () => {
      isDead = true
      rounds++
    },
    heal: () => {
      isDead = false
    },
    stop: async () => {
      for (const end of ends) end.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

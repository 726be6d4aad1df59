/** PDFs for download: drawn in a separate process, some at once, and given up when the caller leaves. */
import { fileURLToPath } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../service-error.ts'
import { ChildError, runChild } from '../work/child-work.ts'
import { createTurns } from '../work/queue/turns.ts'

const PROGRAM = fileURLToPath(new URL('./pdf.child.ts', import.meta.url))
const LIMITS = { timeoutMs: 60_000, heapMb: 256, residentMb: 768 }
/** Drawing occupies a CPU core; live video needs the others. */
const AT_ONCE = 2

type Order<I> = {
  tenantId: string
  request: FastifyRequest
  reply: FastifyReply
  /** Called when it is this order's turn; its errors are rethrown. */
  read: () => Promise<I>
  onProgress?: (percent: number) => void
}

/**
 * Draws with `D`, the function `name` of `module`. The PDF comes with its input; without a PDF the call fails as
 * `unexpected`.
 */
export function createPdfDrawer<D extends (input: never, onProgress: (percent: number) => void) => Promise<Uint8Array>>(
  module: URL,
  name: string,
) {
  type I = Parameters<D>[0]
  const turns = createTurns(AT_ONCE)
  return async ({ tenantId, request, reply, read, onProgress }: Order<I>): Promise<{ file: Buffer; input: I }> => {
    const over = new AbortController()
    request.raw.on('close', () => request.raw.destroyed && !reply.raw.writableEnded && over.abort())
    const draw = async () => {
      const reading = read()
      const options = { ...LIMITS, args: [module.href, name], signal: over.signal, onProgress }
      const file = await runChild<Uint8Array>(PROGRAM, reading, options)
      return { file: Buffer.from(file), input: await reading }
    }
    return turns.run(tenantId, over.signal, draw).catch((error: unknown) => {
      if (!(error instanceof ChildError) && !over.signal.aborted) throw error
      request.log.error({ err: error, drawing: name }, 'a PDF could not be drawn')
      throw fail('unexpected')
    })
  }
}

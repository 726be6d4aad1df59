/** The baseline of clip-start: Node's own server with one file. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { wantedOf } from '../../service/src/platform/files/byte-range.ts'

const file = process.argv[2]!
const { size } = await stat(file)
const server = createServer((request, answer) => {
  const { first, last } = wantedOf(request.headers.range, size)!
  answer.writeHead(206, { 'content-length': last - first + 1, 'content-range': `bytes ${first}-${last}/${size}` })
  createReadStream(file, { start: first, end: last }).pipe(answer)
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit(0))

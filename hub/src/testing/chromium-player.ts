// Plays files in the Chromium of this machine, each from its beginning to its end.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
export const missingForPlaying = existsSync(CHROMIUM) ? null : 'needs apt-get install chromium'

/** `error`: of the media element; null: it was played. */
export type Played = { width: number; height: number; seconds: number; error: string | null }

const PAGE = `<!doctype html><video muted></video><script>
const video = document.querySelector('video')
const played = (n) => new Promise((resolve) => {
  video.onended = () => resolve(null)
  video.onerror = () => resolve(video.error.message)
  video.src = '/' + n
  video.playbackRate = 4
  video.play().catch(() => {})
})
const run = async () => {
  const all = []
  for (let n = 0; n < COUNT; n++) {
    const error = await played(n)
    all.push({ width: video.videoWidth, height: video.videoHeight, seconds: video.currentTime, error })
  }
  await fetch('/played', { method: 'POST', body: JSON.stringify(all) })
}
run()
</script>`
const OPTIONS = [
  ...['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  '--autoplay-policy=no-user-gesture-required',
]

export async function playInChromium(files: readonly Buffer[]): Promise<Played[]> {
  const profile = await mkdtemp(join(tmpdir(), 'mimamori-player-'))
  const { promise, resolve } = Promise.withResolvers<Played[]>()
  const server = createServer(async (request, response) => {
    const file = files[Number(request.url!.slice(1))]
    if (request.url === '/')
      response.setHeader('content-type', 'text/html').end(PAGE.replace('COUNT', `${files.length}`))
    else if (request.method === 'POST') resolve(JSON.parse(Buffer.concat(await request.toArray()).toString()))
    else if (file) response.setHeader('content-type', 'video/mp4').end(file)
    else response.writeHead(404).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const browser = spawn(CHROMIUM, [...OPTIONS, `--user-data-dir=${profile}`, `http://127.0.0.1:${port}/`], {
    stdio: 'ignore',
  })
  try {
    return await promise
  } finally {
    const gone = new Promise((done) => browser.once('exit', done))
    browser.kill()
    await gone
    server.closeAllConnections()
    server.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

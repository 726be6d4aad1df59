/** A camera over TLS: a user accepts its certificate, and a camera with another certificate is not read. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { createServer, type Server } from 'node:tls'
import { missingForRtsp, startRtspServer } from '@mimamori/hub/testing/rtsp-server.ts'
import { signIn as signInByCall } from '../stack/demo-site.ts'
import { BASE_URL } from '../stack/place.ts'
import { expect, signIn, test } from '../stack/test.ts'

const missing = missingForRtsp()
test.skip(missing !== null, missing ?? '')
// Nothing is live of a camera that is not read.
test.use({ allowedErrors: [/503 \(Service Unavailable\).*\/live\/open\//] })

const NAME = `Room ${crypto.randomUUID().slice(0, 6)}`
let camera: Awaited<ReturnType<typeof startRtspServer>>
let line: { server: Server; sockets: Set<Socket> }
test.beforeAll(async () => {
  camera = await startRtspServer({ main: { pattern: 'ball', width: 640, height: 360 } })
})
test.afterAll(async () => {
  if (line) await close()
  await camera?.stop()
})

/** Encrypts what the camera says, with a certificate that it signed itself; answers the port. */
async function encrypt(port = 0): Promise<number> {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', '-', '-out', '-']
  const name = ['-subj', '/CN=camera', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2']
  const both = String(
    execFileSync('openssl', ['req', '-x509', ...key, ...name], { stdio: ['ignore', 'pipe', 'ignore'] }),
  )
  const at = both.indexOf('-----BEGIN CERTIFICATE')
  const sockets = new Set<Socket>()
  const server = createServer({ key: both.slice(0, at), cert: both.slice(at) }, (outer) => {
    const inner = connect(Number(new URL(camera.url('main')).port), '127.0.0.1')
    for (const socket of [outer, inner]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    outer.pipe(inner).pipe(outer)
  })
  server.on('tlsClientError', () => {})
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  line = { server, sockets }
  return (server.address() as AddressInfo).port
}

async function close(): Promise<void> {
  const ended = once(line.server, 'close')
  line.server.close()
  for (const socket of line.sockets) socket.destroy()
  await ended
}

test('REAL-09 CAM-12 a certificate is accepted by a person, and another one ends the image', async ({ page }) => {
  const port = await encrypt()
  await signIn(page, 'admin', '/app/cameras/new')
  for (const [label, text] of [
    ['Camera Name', NAME],
    ['Location', NAME],
  ] as const)
    await page.getByLabel(label).first().fill(text)
  await page.getByRole('combobox', { name: 'Hub' }).click()
  await page.getByRole('option', { name: 'Hub Sakura 2F' }).click()
  await page.getByRole('textbox', { name: 'Stream URL', exact: true }).fill(`rtsps://127.0.0.1:${port}/main`)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByRole('button', { name: 'Accept this certificate' }).click({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('The hub can see the image.')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Add camera' }).click()
  await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
  await expect(page.getByText(/^H\.264, 640 × 360/)).toBeVisible({ timeout: 60_000 })

  await close()
  await encrypt(port)
  await expect(page.getByText('shows another certificate than the accepted one').first()).toBeVisible({
    timeout: 90_000,
  })
  const { call } = await signInByCall(BASE_URL, 'admin@sakura.example')
  await call('camera.deregister', { params: { id: new URL(page.url()).pathname.split('/').at(-1)! } })
})

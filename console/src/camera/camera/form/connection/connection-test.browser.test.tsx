/** The connection test of a camera with two streams. */
import type { Agent } from '@mimamori/contract/fleet/agent.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openConsole } from '#console/testing/open.tsx'
import { idOf, NOW, pageOf, SITE } from '#console/testing/rows.ts'
import type { Answers } from '#console/testing/service.ts'

/** A frame of that size with a bed in it. */
function frameOf(width: number, height: number) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const drawing = canvas.getContext('2d')!
  drawing.fillStyle = '#8a9'
  drawing.fillRect(0, 0, width, height)
  drawing.fillStyle = '#fff'
  drawing.fillRect(width * 0.3, height * 0.4, width * 0.3, height * 0.4)
  const [, jpeg] = canvas.toDataURL('image/jpeg').split(',')
  return { codec: 'h264', width, height, framesPerSecond: 15, jpeg: jpeg!, withheld: null }
}

const HUB: Agent = {
  ...{ id: idOf(1), name: 'Hub', tenantId: SITE.id, tenantName: 'Sakura', publicId: 'a', keyLastFour: '1234' },
  ...{ registrationStatus: 'REGISTRATION_COMPLETE', isRevoked: false, isNotificationEnabled: true, version: '0.1.0' },
  ...{ lastActiveAt: NOW, isOnline: true, running: 'Running', cameraCount: 0, cpuShare: 0.1, installedBy: null },
  ...{ processor: 'x64', upgrade: null, createdAt: NOW, revision: 1 },
}

const answers: Answers = {
  ...{ 'user.names': () => pageOf(), 'asset.search': () => pageOf(), 'unit.search': () => pageOf() },
  'agent.search': () => pageOf(HUB),
  'camera.licence': () => ({ room: { used: 0, limit: 9 }, public: { used: 0, limit: 9 } }),
  'camera.probe': ({ body }) => ({
    error: null,
    image: body.streamUrl.endsWith('/2') ? frameOf(352, 288) : frameOf(640, 360),
  }),
}

test('REAL-06 two frames of different shapes stand side by side, and a person accepts them', async () => {
  await openConsole('/app/cameras/new', { answers })
  await userEvent.fill(page.getByRole('textbox', { name: 'Stream URL' }), 'rtsp://10.0.0.9/1')
  await page.getByRole('heading', { name: 'More', exact: true }).click()
  const switched = page.getByRole('switch', { name: 'Both streams show the same view' })
  await expect.element(switched).not.toBeInTheDocument()
  await userEvent.fill(page.getByRole('textbox', { name: 'Sub stream' }), 'rtsp://10.0.0.9/2')
  await expect.element(switched).not.toBeChecked()
  await page.getByRole('button', { name: 'Test connection' }).click()
  const warning = page.getByText(/^The two images have different shapes/)
  await expect.element(warning).toBeVisible()
  const [main, sub] = ['Main stream', 'Sub stream'].map((name) => page.getByRole('region', { name }).element())
  expect(Math.abs(main!.getBoundingClientRect().top - sub!.getBoundingClientRect().top)).toBeLessThan(2)
  await page.getByRole('button', { name: 'They show the same view' }).click()
  await expect.element(switched).toBeChecked()
  await expect.element(warning).not.toBeInTheDocument()
})

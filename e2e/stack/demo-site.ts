/** The running demo for a bench: signed-in clients, and a separate hub and cameras. */
import { createClient } from '@mimamori/contract/client.ts'
import type { SessionUser } from '@mimamori/contract/identity/session.ts'
import type { Page } from '@playwright/test'

export const DEMO_PASSWORD = 'mimamori-demo'
type Client = ReturnType<typeof createClient>
export type SignedIn = { call: Client; user: SessionUser }

/** Signs in with an account of the demo; throws CallError. */
export async function signIn(url: string, userName: string): Promise<SignedIn> {
  const stranger = createClient({ base: `${url}/api`, token: () => null })
  const userPassword = Buffer.from(DEMO_PASSWORD).toString('base64')
  const user = await stranger('session.login', { body: { userName, userPassword, deviceType: 'web' } })
  return { user, call: createClient({ base: `${url}/api`, token: () => user.token }) }
}

/** The pages that are opened in it from now on are signed in. */
export async function signInPage(page: Page, url: string, userName: string): Promise<void> {
  const { user } = await signIn(url, userName)
  await page.addInitScript(
    (now) => localStorage.setItem('session', JSON.stringify({ token: now.token, user: now })),
    user,
  )
}

/** A hub record of the demo's main site, and its key. */
export async function addHub(url: string, name: string): Promise<{ key: string; agentId: string; admin: SignedIn }> {
  const [platform, admin] = await Promise.all([
    signIn(url, 'super@mimamori.example'),
    signIn(url, 'admin@sakura.example'),
  ])
  const tenantId = admin.user.applicationTenant!.id
  const { key, id } = await platform.call('agent.create', { body: { name, tenantId } })
  return { key, agentId: id, admin }
}

/** A camera of that hub; throws CallError when the licence is used up. */
export async function addCamera(
  { admin, agentId }: { admin: Pick<SignedIn, 'call'>; agentId: string },
  name: string,
  streamUrl: string,
): Promise<string> {
  const { id } = await admin.call('camera.register', {
    body: {
      name,
      description: 'A camera of the bench',
      type: 'UNKNOWN',
      brand: 'Bench',
      model: 'Bench',
      streamUrl,
      streamingId: name,
      location: name,
      locationType: 'ROOM',
      agentId,
    },
  })
  return id
}

/** Messages after a success, and actions without one: literal in English, present in Japanese, shown by their feature. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { english, japanese, type Texts } from './testing-texts.ts'

const SOURCES = join(import.meta.dirname, '..')

/** The folder of the noun (or of what districts share), its namespace and key, as the page asks for it, and what it says. */
type Message = [folder: string, key: string, asked: string, text: string]

const ASSETS = ['escalation', 'shift', 'tag'].flatMap((kind): Message[] => {
  const name = `${kind[0]!.toUpperCase()}${kind.slice(1)}`
  const asked = (what: string) => (kind === 'tag' ? `'tag-${what}'` : `-${what}\``)
  return ['added', 'updated', 'deleted'].map((what) => [
    'site/asset',
    `asset.${kind}-${what}`,
    asked(what),
    `${name} ${what}`,
  ])
})

const SUCCESSES: Message[] = [
  ['camera/camera', 'cameraForm.added', "'added'", 'Camera added.'],
  ['camera/camera', 'cameraForm.updated', "'updated'", 'Camera updated.'],
  ['camera/camera', 'camera.deregister-done_one', "'deregister-done'", 'Camera deleted.'],
  ['camera/camera-app', 'camera-app.updated', "'updated'", 'Camera app updated.'],
  ['identity/user', 'user.added-toast', "'added-toast'", 'User added'],
  ['identity/user', 'user.updated-toast', "'updated-toast'", 'User updated'],
  ['identity/user', 'user.deleted-toast', "'deleted-toast'", 'User deleted'],
  ['site/tenant', 'tenant.created-toast', "'created-toast'", 'Site created'],
  ['site/tenant', 'tenant.updated-toast', "'updated-toast'", 'Site updated'],
  ['fleet/agent', 'agent.created', "'created'", 'Hub created'],
  ['fleet/agent', 'agent.updated', "'updated'", 'Hub updated'],
  ['fleet/agent', 'agent.deleted', "'deleted'", 'Hub deleted'],
  ['site/unit', 'unit.created', "'created'", 'Unit created'],
  ['site/unit', 'unit.updated', "'updated'", 'Unit updated'],
  ['site/unit', 'unit.deleted', "'deleted'", 'Unit deleted'],
  ...['read', 'deleted', 'archived', 'unarchived', 'sent'].map(
    (done): Message => ['alerting/alert', `alert.${done}-done_one`, `'${done}'`, `Alert ${done}.`],
  ),
  ...ASSETS,
  ['camera/camera-app', 'camera-app.saved', "'saved'", 'Changes saved.'],
  ['camera/camera-region', 'region.saved', "'saved'", 'Changes saved.'],
  ['site/external', 'external.saved', "'saved'", 'Changes saved.'],
  ['identity/profile', 'profile.saved-toast', "'saved-toast'", 'Changes saved.'],
  ['identity/security', 'security.saved-toast', "'saved-toast'", 'Changes saved.'],
  ['footage/recording', 'retention.saved', "'saved'", 'Changes saved.'],
  ['shared', 'followed.saved', "'saved'", 'Changes saved.'],
  ['site/external', 'external.completed', "'completed'", 'Sync with the external system completed.'],
]

const NOBODY_YET: Message[] = [
  ['camera/camera', 'cameraForm.none-emails', "'none-emails'", 'Please add subscriber'],
  ...['mobile', 'desktop', 'reminder'].map((kind): Message => {
    return ['camera/camera', `cameraForm.none-${kind}`, '`none-', 'Please add subscriber']
  }),
  ['camera/camera', 'cameraForm.none-users', '`none-', 'Please add User'],
  ['camera/camera', 'cameraForm.none-units', '`none-', 'Please add Unit'],
  ['camera/camera', 'cameraForm.none-escalations', '`none-', 'Please add escalation'],
  ['camera/camera-app', 'app-settings.none-subscribers', "'none-subscribers'", 'Please add subscriber'],
  ['camera/camera-app', 'app-settings.none-users', "'none-users'", 'Please add User'],
  ['camera/camera-app', 'app-settings.none-units', "'none-units'", 'Please add Unit'],
  ['camera/camera-app', 'app-settings.none-escalations', "'none-escalations'", 'Please add escalation'],
]

describe.each([
  ['a success of cameras, people, places, settings and archiving', SUCCESSES],
  ['CAM-04 a kind of subscribers without anybody', NOBODY_YET],
])('%s', (_, messages) => {
  test.each(messages)('%s says %s in both languages', (folder, key, asked, text) => {
    expect(textOf(english, key)).toBe(text)
    expect(textOf(japanese, key.replace(/_one$/, '_other'))).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/)
    expect(sourceOf(folder)).toContain(asked)
  })
})

function textOf(texts: Texts, key: string): string | undefined {
  const [namespace, name] = key.split('.') as [string, string]
  return texts[namespace]?.[name]
}

/** The code of a folder. */
function sourceOf(folder: string): string {
  const all = readdirSync(join(SOURCES, folder), { recursive: true, encoding: 'utf8' })
  const files = all.filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$/.test(file))
  return files.map((file) => readFileSync(join(SOURCES, folder, file), 'utf8')).join('\n')
}

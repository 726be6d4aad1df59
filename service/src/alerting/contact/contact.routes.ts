/** Nurse-call contacts of a site: list, add, change, try, delete. REACH-60 to REACH-62. */
import type { Contact, ContactDraft, contactEndpoints } from '@mimamori/contract/alerting/contact.ts'
import { CONTACT_TRY_MS, CONTACTS_MAX } from '@mimamori/contract/camera/contact-lists.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { newId } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { placeOfHeader } from '#shared/contact/contact-device.ts'
import { editOf } from '#shared/editor.ts'
import { isSite } from '#shared/tenant-kind.ts'
import * as queries from './contact.queries.ts'

/** Headers that the connection sets itself. */
const OWN_HEADERS = /^(host|content-length|transfer-encoding|connection|upgrade|expect|te|trailer)$/i

export const contactRoutes: Handlers<typeof contactEndpoints> = {
  'contact.list': async ({ db, now }) => ({ records: await queries.listContacts(db, now) }),

  async 'contact.create'(context, { body: { header = '', ...draft } }) {
    const { db } = context
    if (!(await isSite(db, db.tenantId))) throw fail('site-needed')
    if ((await queries.countContacts(db)) >= CONTACTS_MAX) throw fail('too-many-contacts')
    await requirePlaces(context, draft)
    const id = await newId(db)
    const own = ownFields(draft)
    await queries.insertContact(db, id, own, sealHeader(context, id, own, header), await editOf(context))
    await note(context, 'contact.create', id, own)
    return find(context, id)
  },

  async 'contact.change'(context, { body: { header = '', id, version, ...draft } }) {
    const { db } = context
    const before = found(await queries.lockContact(db, id))
    if (before.version !== version) throw fail('conflict')
    await requirePlaces(context, draft)
    const own = ownFields(draft)
    const isNewDevice = header !== '' || DEVICE_FIELDS.some((field) => before[field] !== own[field])
    // The old device would stay closed for ever.
    if (isNewDevice && before.aimed === 'closed') throw fail('contact-closed')
    const change = { id, draft: own, header: changedHeader(context, before, { ...own, id, header }), isNewDevice }
    await queries.updateContact(db, change, await editOf(context))
    await note(context, 'contact.change', id, own)
    return find(context, id)
  },

  async 'contact.try'(context, { params: { id } }) {
    const { db, now } = context
    const contact = await find(context, id)
    if (!contact.isEnabled) throw fail('contact-off')
    await queries.tryContact(db, id, new Date(now.getTime() + CONTACT_TRY_MS))
    await note(context, 'contact.try', id, contact)
    return find(context, id)
  },

  async 'contact.remove'(context, { params: { id } }) {
    const { db } = context
    const before = found(await queries.lockContact(db, id))
    if (before.aimed === 'closed') throw fail('contact-closed')
    await queries.deleteContact(db, id)
    await note(context, 'contact.remove', id, before)
    return {}
  },
}

const DEVICE_FIELDS = [
  ...(['kind', 'agentId', 'method', 'closeUrl', 'openUrl', 'stateUrl'] as const),
  ...(['closedText', 'openText', 'cameraId', 'output'] as const),
] as const

async function find({ db, now }: Context, id: string): Promise<Contact> {
  return found(await queries.findContact(db, id, now))
}

function note(
  { audit, afterCommit, wakeSignals }: Context,
  action: string,
  objectId: string,
  { name }: { name: string },
) {
  afterCommit(() => wakeSignals.send('notice'))
  return audit({ action, objectType: 'contact', objectId, details: { name } })
}

async function requirePlaces({ db }: Context, draft: ContactDraft): Promise<void> {
  const missing = await queries.missingPlaces(db, draft)
  if (missing.length > 0) {
    throw fail('invalid-request', Object.fromEntries(missing.map((field) => [field, 'invalid'])))
  }
}

/** Without what the other kind of contact has. */
function ownFields(draft: ContactDraft): ContactDraft {
  if (draft.kind === 'http') return { ...draft, cameraId: null, output: 1 }
  const none = { closeUrl: '', openUrl: '', stateUrl: '', closedText: '', openText: '' }
  return { ...draft, ...none, method: 'GET', agentId: null }
}

function sealHeader(
  { db, secrets }: Context,
  id: string,
  { kind }: ContactDraft,
  header: string,
): queries.SealedHeader | null {
  if (header === '' || kind !== 'http') return null
  const name = header.slice(0, header.indexOf(':'))
  if (OWN_HEADERS.test(name)) throw fail('invalid-request', { header: 'contact.header-form' })
  const value = header.slice(name.length + 1).trim()
  return { name, sealed: secrets.seal(value, placeOfHeader({ tenantId: db.tenantId, id })) }
}

/** Undefined: it stays. A header goes to the hosts, through the hub, for which it was entered, and to no others. */
function changedHeader(
  context: Context,
  before: ContactDraft,
  after: ContactDraft & { id: string; header: string },
): queries.SealedHeader | null | undefined {
  if (after.header !== '') return sealHeader(context, after.id, after, after.header)
  const places = ({ kind, agentId, closeUrl, openUrl, stateUrl }: ContactDraft) =>
    [kind, agentId, ...[closeUrl, openUrl, stateUrl].map((url) => URL.parse(url)?.origin ?? '')].join(' ')
  return places(before) === places(after) ? undefined : null
}

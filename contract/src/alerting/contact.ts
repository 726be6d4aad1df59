/**
 * Contacts of the nurse call: a relay that is closed while a call rings and nobody has claimed it. REACH-60 to REACH-62;
 * domain.md "Nurse call by contact".
 */
import { z } from 'zod'
import {
  CONTACT_KINDS,
  CONTACT_METHODS,
  CONTACT_OUTPUTS_MAX,
  CONTACT_PROBLEMS,
  CONTACT_STATES,
} from '../camera/contact-lists.ts'
import { alertSeverity } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId } from '../shared/page.ts'
import { ADMINS } from '../shared/roles.ts'
import { line, nameText } from '../shared/text.ts'

const URL_MAX = 500
const WORDS_MAX = 100

const address = z
  .string()
  .trim()
  .max(URL_MAX)
  .refine((url) => url === '' || isAddress(url), 'contact.url-form')

/** Without a user or password in it. */
function isAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

const fields = {
  name: nameText('contact.name-required', 80),
  isEnabled: z.boolean(),
  kind: z.enum(CONTACT_KINDS),
  /** Calls of this unit alone; null: of all. */
  unitId: z.uuid().nullable(),
  /** Calls of the room of this camera alone; null: of all. Never with `unitId`. */
  roomCameraId: z.uuid().nullable(),
  /** Alarms that are less severe do not close it. */
  minimumSeverity: alertSeverity,
  /** The hub in whose network an `http` relay is; null otherwise. */
  agentId: z.uuid().nullable(),
  method: z.enum(CONTACT_METHODS),
  closeUrl: address,
  openUrl: address,
  /** Reads the state; empty: the relay reports none. */
  stateUrl: address,
  /** Words that only the answer of a closed, or of an open, relay has; blanks do not count. */
  closedText: line(WORDS_MAX),
  openText: line(WORDS_MAX),
  /** The camera whose relay output an `onvif` contact is; null otherwise. */
  cameraId: z.uuid().nullable(),
  output: z
    .number('contact.output-range')
    .int('contact.output-range')
    .min(1, 'contact.output-range')
    .max(CONTACT_OUTPUTS_MAX, 'contact.output-range'),
}
type Fields = z.output<z.ZodObject<typeof fields>>

/** A header that goes with each request, such as `Authorization: Bearer …`. Empty or omitted: it stays unchanged. */
const header = z
  .string()
  .trim()
  .max(URL_MAX)
  .regex(/^([A-Za-z0-9-]{1,60}:[ \t]*[\x21-\x7e][\x20-\x7e]*)?$/, 'contact.header-form')
  .optional()

/** Omitted: none. */
const optionalId = z.uuid().nullable().default(null)
const draft = z.strictObject({
  ...fields,
  ...{ unitId: optionalId, roomCameraId: optionalId, agentId: optionalId, cameraId: optionalId },
  header,
})
export const contactForm = draft.check(({ value, issues }) => {
  for (const [path, message] of problemsOf(value)) issues.push({ code: 'custom', message, path: [path], input: value })
})
export type ContactForm = z.input<typeof contactForm>
export type ContactDraft = z.output<typeof contactForm>

type Problem = [keyof Fields, string]

/** What one kind of contact needs and the other does not have. */
function problemsOf(of: Fields): Problem[] {
  const scope: Problem[] = of.unitId !== null && of.roomCameraId !== null ? [['roomCameraId', 'contact.one-scope']] : []
  if (of.kind === 'onvif') return of.cameraId === null ? [...scope, ['cameraId', 'contact.camera-required']] : scope
  const required = (['closeUrl', 'openUrl'] as const).filter((field) => of[field] === '')
  return [
    ...scope,
    ...(of.agentId === null ? ([['agentId', 'contact.hub-required']] as Problem[]) : []),
    ...required.map((field): Problem => [field, 'contact.url-required']),
    ...(of.stateUrl !== '' && !areDistinct(of) ? ([['closedText', 'contact.state-texts']] as Problem[]) : []),
  ]
}

/** Neither is a part of the other: an answer has only one of them. */
function areDistinct({ closedText, openText }: Fields): boolean {
  const [closed, open] = [closedText.replaceAll(/\s/g, ''), openText.replaceAll(/\s/g, '')]
  return closed !== '' && open !== '' && !closed.includes(open) && !open.includes(closed)
}

const version = z.number().int().min(1)

export const contact = z.object({
  id: z.uuid(),
  ...fields,
  /** The name of the header that goes along; null: none. Its value is never returned. */
  headerName: z.string().nullable(),
  unitName: z.string().nullable(),
  /** The room whose calls close it. */
  roomName: z.string().nullable(),
  cameraName: z.string().nullable(),
  hubName: z.string().nullable(),
  /** What it should be now. */
  wanted: z.enum(CONTACT_STATES),
  /** What it was last; null: not known yet. */
  state: z.enum(CONTACT_STATES).nullable(),
  /** The device reported the state; false: it only accepted the request. */
  isReported: z.boolean(),
  /** Why the last request failed; null: it did not. */
  problem: z.enum(CONTACT_PROBLEMS).nullable(),
  failingSince: z.iso.datetime().nullable(),
  /** The last request; null: none yet. */
  checkedAt: z.iso.datetime().nullable(),
  /** Until then it is closed by a try; null: none runs. */
  tryEndsAt: z.iso.datetime().nullable(),
  version,
})
export type Contact = z.infer<typeof contact>

export const contactEndpoints = {
  'contact.list': endpoint({
    method: 'GET',
    path: 'contact',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'The nurse-call contacts of the own or connected site by name, with what they are now.',
    response: z.object({ records: z.array(contact) }),
  }),
  'contact.create': endpoint({
    method: 'POST',
    path: 'contact',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'Add a nurse-call contact to the own or connected site.',
    body: contactForm,
    response: contact,
    changes: true,
  }),
  'contact.change': endpoint({
    method: 'PUT',
    path: 'contact/change',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'Change a nurse-call contact. Its device stays the same while it is closed.',
    body: draft.extend({ id: z.uuid(), version }).check(({ value, issues }) => {
      for (const [path, message] of problemsOf(value)) {
        issues.push({ code: 'custom', message, path: [path], input: value })
      }
    }),
    changesObject: contact,
    response: contact,
    changes: true,
  }),
  'contact.try': endpoint({
    method: 'POST',
    path: 'contact/:id/try',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'Close a nurse-call contact for three seconds: the nurse call rings.',
    params: byId,
    response: contact,
    changes: true,
  }),
  'contact.remove': endpoint({
    method: 'DELETE',
    path: 'contact/:id',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'Delete a nurse-call contact that is open.',
    params: byId,
    changes: true,
  }),
}

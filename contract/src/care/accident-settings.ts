/** What a site's municipality asks for in accident reports beyond the ministry's form. Requirement REPORT-05. */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { ADMINS } from '../shared/roles.ts'
import { nameText } from '../shared/text.ts'
import { OWN_ITEM_KINDS, OWN_ITEM_PLACES, OWN_ITEMS_MAX, OWN_LABEL_MAX } from './accident-form.ts'

const place = z.enum(OWN_ITEM_PLACES)
const ownKind = z.enum(OWN_ITEM_KINDS)

export const ownItem = z.object({
  id: z.uuid(),
  label: z.string(),
  kind: ownKind,
  /** The section after whose fields it stands. */
  after: place,
  isRequired: z.boolean(),
})

const ownItemDraft = z.strictObject({
  /** Omitted: a new item, to which the service gives an id. */
  id: z.uuid().optional(),
  label: nameText('accident.own-label-required', OWN_LABEL_MAX),
  kind: ownKind,
  after: place,
  isRequired: z.boolean(),
})

/** What the form of the settings holds. */
export const accidentSettingsForm = z.strictObject({
  ownItems: z.array(ownItemDraft).max(OWN_ITEMS_MAX, 'accident.own-too-many'),
  /** Reports ask for the number of the insured person and print it instead of the name. */
  isNumberForName: z.boolean(),
})
export type AccidentSettingsForm = z.input<typeof accidentSettingsForm>

const accidentSettings = z.object({
  ownItems: z.array(ownItem),
  isNumberForName: z.boolean(),
  /** 0: never saved. */
  version: z.number().int(),
})
export type AccidentSettings = z.infer<typeof accidentSettings>

export const accidentSettingsEndpoints = {
  'accidentSettings.get': endpoint({
    method: 'GET',
    path: 'accidentSettings',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'The items that a site’s municipality adds to accident reports, and whether a number replaces the name.',
    response: accidentSettings,
  }),
  'accidentSettings.save': endpoint({
    method: 'PUT',
    path: 'accidentSettings',
    access: ADMINS,
    whileBound: 'refused',
    summary:
      'Choose the municipality’s own items of accident reports. Reports take them over when they are written next; 409 `conflict` when they were changed meanwhile.',
    body: accidentSettingsForm.extend({ version: z.number().int() }),
    response: accidentSettings,
    changes: true,
  }),
}

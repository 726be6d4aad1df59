/** What the calls about accident reports are about: a part of the matrix, by hand as the whole of it. */
import { emptyAccident } from '@mimamori/contract/care/accident-form.ts'

const inParams = (id: string) => ({ params: { id } })
const form = emptyAccident()

/** `reach`: that of residents. Changes name a version that nobody has seen: the report stays as it is for the next one. */
export const accidentObjects = <R>(reach: R) => {
  const unseen = { of: 'accident', reach, reached: ['conflict'] } as const
  const sent = (fields: object) => (id: string) => ({ ...inParams(id), body: { version: 999, ...fields } })
  return {
    'accident.search': { of: 'unit', reach, request: (id: string) => ({ body: { unitIds: [id] } }) },
    'accident.get': { of: 'accident', reach, request: inParams },
    'accident.create': { of: 'alert', reach, request: (id: string) => ({ body: { alertId: id } }) },
    'accident.save': { ...unseen, request: sent({ form }) },
    'accident.check': { ...unseen, request: sent({}) },
    'accident.submit': { ...unseen, request: sent({ submittedOn: '2026-11-20' }) },
    'accident.next': { ...unseen, request: sent({}) },
    'accident.remove': { ...unseen, request: (id: string) => ({ ...inParams(id), query: { version: 999 } }) },
    'accident.history': { of: 'accident', reach, request: inParams },
    'accident.pdf': { of: 'accident', reach, request: inParams },
    'accident.excel': { of: 'accident', reach, request: inParams },
  } as const
}

/** What the calls about alarms are about: a part of the matrix, by hand as the whole of it. */

const press = (id: string) => ({ requestId: id })

export const alarmObjects = {
  'alarm.open': { of: 'unit', request: (id: string) => ({ query: { unitIds: id } }) },
  // The alert of the place is activity: callers who reach it get the error that it needs no answer.
  'alarm.answer': {
    of: 'alert',
    request: (id: string) => ({ params: { id }, body: { action: 'claim', ...press(id) } }),
    reached: ['alarm-state'],
  },
  'alarm.resolveMany': {
    of: 'alert',
    request: (id: string) => ({ body: { ids: [id], ...press(id), outcome: 'false-alarm' } }),
  },
  'alarm.lookThrough': {
    of: 'alert',
    request: (id: string) => ({ body: { ids: [id], ...press(id) } }),
  },
  // No press has the id of a place: nothing can be undone.
  'alarm.undo': {
    of: 'alert',
    request: (id: string) => ({ body: { undoes: id, ...press(id) } }),
    reached: ['alarm-state'],
  },
  'alert.colleagues': { of: 'alert', request: (id: string) => ({ params: { id } }) },
  'alert.note': { of: 'alert', request: (id: string) => ({ params: { id }, body: { ...press(id), text: 'A note' } }) },
} as const

/** `reach`: for objects that belong to a site as a whole. */
export const alarmSettingsObjects = <R>(reach: R) =>
  ({
    'alarmSettings.get': { of: 'site', reach, request: (id: string) => ({ query: { tenantId: id } }) },
    'alarmSettings.save': {
      of: 'site',
      reach,
      request: (id: string) => ({
        body: { alarmSeverities: ['critical'], arrivalLimitSeconds: 180, version: 2_000_000_000, tenantId: id },
      }),
      reached: ['conflict'],
    },
  }) as const

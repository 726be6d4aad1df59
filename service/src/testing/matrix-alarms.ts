/** What the calls about alarms are about: a part of the matrix, by hand as the whole of it. */

const press = (id: string) => ({ requestId: id })

export const alarmObjects = {
  'alarm.open': { of: 'unit', request: (id: string) => ({ query: { unitIds: id } }) },
  // What the place holds is activity: those who reach it hear that it takes no answer.
  'alarm.answer': {
    of: 'alert',
    request: (id: string) => ({ params: { id }, body: { action: 'claim', ...press(id) } }),
    reached: ['alarm-state'],
  },
  'alarm.resolveMany': {
    of: 'alert',
    request: (id: string) => ({ body: { ids: [id], ...press(id), outcome: 'false-alarm' } }),
  },
  'alert.colleagues': { of: 'alert', request: (id: string) => ({ params: { id } }) },
  'alert.note': { of: 'alert', request: (id: string) => ({ params: { id }, body: { ...press(id), text: 'A note' } }) },
} as const

/** `reach`: of what belongs to a site as a whole. */
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

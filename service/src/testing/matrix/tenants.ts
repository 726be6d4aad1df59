/** The objects of calls about organizations and sites: a part of the matrix, also written by hand. */

const inParams = (id: string) => ({ params: { id } })

/** `reach`: of sites; `unconnected`: the same, except for sessions connected to a site. */
export const tenantObjects = <R>(reach: R, unconnected: R) =>
  ({
    'tenant.get': { of: 'site', reach, request: inParams },
    'tenant.patch': { of: 'site', reach, request: (id: string) => ({ body: { id } }) },
    'tenant.newKey': { of: 'site', reach: unconnected, request: inParams },
    'tenant.deletion': { of: 'site', reach, request: inParams },
    'tenant.export': { of: 'site', reach: unconnected, request: inParams },
    // Not its name, which is checked before the export.
    'tenant.remove': {
      of: 'site',
      reach: unconnected,
      request: (id: string) => ({ ...inParams(id), body: { name: '' } }),
      reached: ['invalid-request'],
    },
    // It is not marked.
    'tenant.restore': { of: 'site', reach: unconnected, request: inParams, reached: ['conflict'] },
  }) as const

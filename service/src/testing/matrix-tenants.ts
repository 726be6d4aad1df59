/** What the calls about organisations and sites are about: a part of the matrix, by hand as the whole of it. */

const inParams = (id: string) => ({ params: { id } })

/** `reach`: of sites; `unconnected`: the same, but of nobody who is connected to one. */
export const tenantObjects = <R>(reach: R, unconnected: R) =>
  ({
    'tenant.get': { of: 'site', reach, request: inParams },
    'tenant.patch': { of: 'site', reach, request: (id: string) => ({ body: { id } }) },
    'tenant.newKey': { of: 'site', reach: unconnected, request: inParams },
    'tenant.deletion': { of: 'site', reach, request: inParams },
    'tenant.export': { of: 'site', reach: unconnected, request: inParams },
    // Not its name, which is asked before the export.
    'tenant.remove': {
      of: 'site',
      reach: unconnected,
      request: (id: string) => ({ ...inParams(id), body: { name: '' } }),
      reached: ['invalid-request'],
    },
    // It is not marked.
    'tenant.restore': { of: 'site', reach: unconnected, request: inParams, reached: ['conflict'] },
  }) as const

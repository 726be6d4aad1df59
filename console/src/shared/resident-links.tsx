/** The residents of a room by name, each a link to the person. RESIDENT-01. */
import type { ResidentMark } from '@mimamori/contract/care/resident.ts'
import { residentTitle } from '@mimamori/contract/care/resident-title.ts'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'

/** `after`: what divides them from what follows; nothing is drawn without residents. */
export function ResidentLinks({ of, after = '' }: { of: readonly ResidentMark[]; after?: string }) {
  return (
    <>
      {of.map((resident, at) => (
        <Fragment key={resident.id}>
          {at > 0 && '・'}
          <Link to="/app/residents/$residentId" params={{ residentId: resident.id }}>
            {residentTitle(resident)}
          </Link>
        </Fragment>
      ))}
      {of.length > 0 && after}
    </>
  )
}

/** What the camera's hub learned of its view: a region can be removed, and learned again. REAL-04, REAL-12. */
import { ambientCellsOf } from '@mimamori/contract/camera/ambient/ambient-cells.ts'
import type { AmbientFacts, LearnedKind } from '@mimamori/contract/camera/ambient/ambient-facts.ts'
import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import { Skeleton } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './ambient.module.css'
import { AmbientImage } from './ambient-image.tsx'
import { AmbientLine } from './ambient-line.tsx'
import { useAmbient } from './ambient-queries.ts'
import { useApplyAmbient } from './use-apply-ambient.ts'

/** Where something moves and nobody is, and where people come into view. */
export function AmbientCards({ camera }: { camera: CameraDetail }) {
  const { role } = useUser()
  if (!mayCall(role, 'ambient.get')) return null
  return (
    <>
      <LearnedCard camera={camera} kind="motion" />
      <LearnedCard camera={camera} kind="arrivals" />
    </>
  )
}

/** The texts of each kind. */
const WORDS = { motion: 'ambient', arrivals: 'arrivals' } as const
type Kind = { camera: CameraDetail; kind: LearnedKind }

function LearnedCard({ camera, kind }: Kind) {
  const { t } = useTranslation('camera-app')
  const { t: reason } = useTranslation('hub-answer')
  const query = useAmbient(camera.id)
  return (
    <Card title={t(WORDS[kind])} help={t(`${WORDS[kind]}-help`)}>
      <Loaded query={query} isPart skeleton={<Skeleton variant="rounded" height={200} />}>
        {({ facts, error }) =>
          facts ? (
            <Board {...{ camera, kind, ...regionsOf(kind, facts) }} />
          ) : (
            <Notice>
              {error ? t('ambient-failed', { reason: reason(error.code, { ...error.params }) }) : t('ambient-away')}
            </Notice>
          )
        }
      </Loaded>
    </Card>
  )
}

type Regions = {
  learned: readonly { cells: string; minutes?: number }[]
  removed: readonly string[]
  waits: AmbientFacts['waits']
}

function regionsOf(kind: LearnedKind, { arrivals, ...motion }: AmbientFacts): Regions {
  if (kind === 'motion') return motion
  return { learned: arrivals.learned.map((cells) => ({ cells })), removed: arrivals.removed, waits: null }
}

function Board({ camera, kind, learned, removed, waits }: Kind & Regions) {
  const { t } = useTranslation('camera-app')
  const { apply, pendingCells } = useApplyAmbient(camera.id, kind)
  const [chosen, setChosen] = useState<number | null>(null)
  const isImaged = learned.length > 0
  return (
    <div className={isImaged ? css.board : css.side}>
      {isImaged && (
        <AmbientImage
          image={camera.latestFrame?.fileUrl ?? null}
          regions={learned.map(({ cells }) => ambientCellsOf(cells))}
          chosen={chosen}
        />
      )}
      <div className={css.side}>
        {waits ? (
          <Notice>{t(`ambient-waits-${waits}`)}</Notice>
        ) : (
          !isImaged && <p className={css.quiet}>{t(`${WORDS[kind]}-none`)}</p>
        )}
        {isImaged && (
          <ul className={css.list}>
            {learned.map(({ cells, minutes }, at) => (
              <AmbientLine
                key={cells}
                number={at + 1}
                {...{ cells, minutes, onChange: apply, isPending: cells === pendingCells }}
                onChosen={(isChosen) => setChosen(isChosen ? at : null)}
              />
            ))}
          </ul>
        )}
        {removed.length > 0 && (
          <section>
            <h3>{t(`${WORDS[kind]}-removed`)}</h3>
            <ul className={css.list}>
              {removed.map((cells) => (
                <AmbientLine key={cells} cells={cells} onChange={apply} isPending={cells === pendingCells} />
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  )
}

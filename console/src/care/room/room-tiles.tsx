/** Rooms that need somebody as large tiles, calm ones below as a line each. They keep their places under a hand. ROOM-01, NIGHT-02. */
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isOverSites, useUser } from '#lib/session/session.ts'
import { useRunningWalks } from '#shared/running-walks.ts'
import { needOf, type Place } from './room-order.ts'
import css from './room-tile.module.css'
import { RoomTile, SmallTile } from './room-tile.tsx'
import { useHeldSections, useIsNight } from './use-ordered-rooms.ts'

type TilesProps = { rooms: readonly Place[]; aheadMs: number; isWhole: boolean }

/** Calm rooms are small, below the others; `isWhole`: large as well, because somebody searched for them. */
export function RoomTiles({ rooms, aheadMs, isWhole }: TilesProps) {
  const { t } = useTranslation('room')
  const isNight = useIsNight()
  const hasSite = isOverSites(useUser())
  const walks = useRunningWalks()
  const area = useRef<HTMLDivElement>(null)
  const walkOf = ({ cameras }: Place) => cameras.flatMap(({ cameraId }) => walks.get(cameraId)?.testerName ?? [])[0]
  const isLarge = (room: Place) =>
    isWhole || needOf(room, isNight) !== 'calm' || room.visit !== null || walkOf(room) !== undefined
  const { large, small } = useHeldSections(area, {
    large: rooms.filter(isLarge),
    small: rooms.filter((room) => !isLarge(room)),
  })
  return (
    <div ref={area}>
      {large.length > 0 && (
        <ul className={css.tiles}>
          {large.map((room) => (
            <RoomTile
              key={room.room}
              {...{ room, need: needOf(room, isNight), aheadMs, hasSite, walkBy: walkOf(room) }}
            />
          ))}
        </ul>
      )}
      {small.length > 0 && (
        <>
          <h2 className={css.calm}>{t('strip-calm', { count: small.length })}</h2>
          <ul className={css.small}>
            {small.map((room) => (
              <SmallTile key={room.room} room={room} need={needOf(room, isNight)} aheadMs={aheadMs} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

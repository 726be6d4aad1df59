/** Rooms by name with their means, and small what they were in the thirty days before; a press shows the nights. METRIC-02. */
import type { SleepRoom } from '@mimamori/contract/insight/metrics-sleep.ts'
import css from '../metrics.module.css'
import { useTranslator } from '../use-translator.ts'
import { SLEEP_COLUMNS, sleepCells } from './sleep-cells.ts'

type Props = { rooms: readonly SleepRoom[]; shownId: string; onRoom: (cameraId: string) => void }

export function SleepRooms({ rooms, shownId, onRoom }: Props) {
  const { word, percent } = useTranslator()
  return (
    <div className={css.wide}>
      <table className={css.numbers}>
        <thead>
          <tr>
            <th scope="col">{word('room')}</th>
            {SLEEP_COLUMNS.map((column) => (
              <th key={column} scope="col">
                {word(column)}
              </th>
            ))}
            <th scope="col">{word('valid-nights')}</th>
            <th scope="col">{word('coverage')}</th>
          </tr>
        </thead>
        <tbody>
          {rooms.map((room) => {
            const before = sleepCells(word, room.before)
            return (
              <tr key={room.cameraId} data-shown={room.cameraId === shownId || undefined}>
                <th scope="row">
                  <button
                    type="button"
                    className={css.choice}
                    aria-pressed={room.cameraId === shownId}
                    onClick={() => onRoom(room.cameraId)}
                  >
                    {room.location || room.cameraName} <small className={css.soft}>{room.unitName}</small>
                  </button>
                </th>
                {sleepCells(word, room.mean).map((text, at) => (
                  <td key={SLEEP_COLUMNS[at]}>
                    {text}
                    <small className={css.below}>{before[at]}</small>
                  </td>
                ))}
                <td>
                  {room.validNights} / {room.nights}
                </td>
                <td>{percent(room.coverageShare)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

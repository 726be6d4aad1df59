/** How residents slept: rooms beside each other, and the nights of one. METRIC-02. */

import { SLEEP_RANGE_MAX_DAYS } from '@mimamori/contract/insight/sleep-days.ts'
import { sleepDefinitions, sleepRoomsTitle } from '@mimamori/contract/insight/sleep-sentences.ts'
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NothingYet } from '#ui/feedback/illustrations.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from '../metrics.module.css'
import { type MetricsScope, useSleepRooms } from '../metrics-queries.ts'
import { useTranslator } from '../use-translator.ts'
import { SleepNights } from './sleep-nights.tsx'
import { SleepRooms } from './sleep-rooms.tsx'

type Props = { scope: MetricsScope; room: string | undefined; onRoom: (room: string) => void }

export function SleepBoards(props: Props) {
  const { word } = useTranslator()
  const { from, to } = props.scope
  const isTooLong = Date.parse(to) - Date.parse(from) > SLEEP_RANGE_MAX_DAYS * DAY_MS
  return (
    <div className={css.boards}>
      <p className={css.disclaimer}>{word('sleep-disclaimer')}</p>
      {isTooLong ? (
        <Nothing title={word('sleep-too-long', { days: SLEEP_RANGE_MAX_DAYS })} help={word('sleep-too-long-help')} />
      ) : (
        <Rooms {...props} />
      )}
      <Definitions />
    </div>
  )
}

function Rooms({ scope, room, onRoom }: Props) {
  const { word } = useTranslator()
  return (
    <Loaded query={useSleepRooms(scope)}>
      {(rooms) => {
        const shown = rooms.find(({ cameraId }) => cameraId === room) ?? rooms[0]
        if (!shown) return <Nothing title={word('sleep-none')} help={word('sleep-none-help')} />
        return (
          <>
            <Card title={sleepRoomsTitle(rooms, word)} help={word('sleep-rooms-help')}>
              <SleepRooms rooms={rooms} shownId={shown.cameraId} onRoom={onRoom} />
            </Card>
            <SleepNights key={shown.cameraId} room={shown} scope={scope} />
          </>
        )
      }}
    </Loaded>
  )
}

function Nothing({ title, help }: { title: string; help: string }) {
  return (
    <Card>
      <EmptyState image={<NothingYet />} title={title} help={help} />
    </Card>
  )
}

function Definitions() {
  const { word } = useTranslator()
  return (
    <Card title={word('definitions')} help={word('sleep-disclaimer')}>
      <dl className={css.definitions}>
        {sleepDefinitions(word).map(({ name, text }) => (
          <div key={text}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

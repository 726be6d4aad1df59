/** Stories of filters, search and order above a list. */
import { Held, longName, nothing, type Say, type Stories } from '#lib/story.tsx'
import { ChoiceChip } from './choice-chip.tsx'
import { FilterBar, FilterChip, FilterClear } from './filter-bar.tsx'
import { OrderSelect } from './order-select.tsx'
import { PickChip } from './pick-chip.tsx'
import { PlainSelect } from './plain-select.tsx'
import { SearchBox } from './search-box.tsx'
import { Segmented } from './segmented.tsx'
import { TimeRangeField } from './time-range-field.tsx'

const options = (say: Say) => [
  { value: 'high', label: say('High', '高') },
  { value: 'low', label: say('Low', '低') },
  { value: 'long', label: longName(say) },
]
const label = (say: Say) => say('Severity', '重要度')

export const stories: Stories = {
  ChoiceChip: {
    off: (say) => <ChoiceChip label={label(say)} options={options(say)} chosen={[]} onChange={nothing} />,
    on: (say) => <ChoiceChip label={label(say)} options={options(say)} chosen={['high', 'long']} onChange={nothing} />,
  },
  FilterBar: {
    everything: (say) => (
      <FilterBar
        search={<SearchBox label={say('Search cameras', 'カメラを検索')} text="" onChange={nothing} />}
        end={<PlainSelect label={label(say)} value="high" options={options(say)} onChange={nothing} />}
      >
        <FilterChip label={longName(say)} on onClick={nothing} onClear={nothing} />
        <FilterChip label={label(say)} on={false} opens onClick={nothing} />
        <FilterClear label={say('Clear', '消す')} onClick={nothing} />
      </FilterBar>
    ),
  },
  FilterChip: {
    off: (say) => <FilterChip label={label(say)} on={false} onClick={nothing} />,
    on: (say) => <FilterChip label={label(say)} on onClick={nothing} onClear={nothing} />,
  },
  FilterClear: { plain: (say) => <FilterClear label={say('Clear', '消す')} onClick={nothing} /> },
  OrderSelect: {
    plain: (say) => (
      <OrderSelect
        columns={[{ id: 'name', header: say('Name', '名前'), isSortable: true }]}
        order={{ column: 'name', ascending: true }}
        onSort={nothing}
      />
    ),
  },
  PickChip: {
    chosen: (say) => (
      <PickChip
        label={say('Cameras', 'カメラ')}
        chosen={['a', 'b', 'c']}
        named={[
          { id: 'a', label: longName(say) },
          { id: 'b', label: '102' },
        ]}
        queryKey={['gallery']}
        find={async () => []}
        onChange={nothing}
      />
    ),
  },
  PlainSelect: {
    short: (say) => <PlainSelect label={label(say)} value="high" options={options(say)} onChange={nothing} />,
    long: (say) => <PlainSelect label={label(say)} value="long" options={options(say)} onChange={nothing} />,
  },
  SearchBox: {
    empty: (say) => <SearchBox label={say('Search cameras', 'カメラを検索')} text="" onChange={nothing} />,
    filled: (say) => <SearchBox label={say('Search', '検索')} text={longName(say)} onChange={nothing} />,
  },
  Segmented: {
    three: (say) => (
      <Held start="high">
        {(value, hold) => <Segmented label={label(say)} value={value} options={options(say)} onChange={hold} />}
      </Held>
    ),
  },
  TimeRangeField: {
    any: () => <TimeRangeField value={{}} onChange={nothing} />,
    own: () => (
      <TimeRangeField value={{ from: '2026-11-01T00:00:00Z', to: '2026-11-08T00:00:00Z' }} onChange={nothing} />
    ),
  },
}

/** A filter that takes tags or shifts of the site, for those who may see them. */
import { mayCall } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import { PickChip } from '#ui/list/filter/pick-chip.tsx'
import { findAssets, useAssetNames } from './named-choices.ts'

type Props = {
  label: string
  type: 'TAG' | 'SHIFT'
  chosen: string[] | undefined
  onChange: (chosen: string[] | undefined) => void
}

/** One that is gone stays chosen, without a name, until it is lifted. */
export function AssetPick({ type, ...chip }: Props) {
  const mayPick = mayCall(useUser().role, 'asset.search')
  const named = useAssetNames(type, chip.chosen, mayPick)
  if (!mayPick) return null
  return (
    <PickChip
      {...chip}
      queryKey={['asset', 'pick', type]}
      find={(text, signal) => findAssets(type, text, signal)}
      named={named}
    />
  )
}

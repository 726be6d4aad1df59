/** A filter that takes tags or shifts of the site, for those who may see them. */
import { mayCall } from '#lib/access.ts'
import { findAssets, useAssetNames } from '#lib/named-choices.ts'
import { useUser } from '#lib/session.ts'
import { PickChip } from './pick-chip.tsx'

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

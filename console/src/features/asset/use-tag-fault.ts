/** Saving one name where it stands: busy meanwhile, and what is wrong with it in words. */
import { useState } from 'react'
import { ApiError } from '#lib/api.ts'
import { faultOfService } from '#lib/form-fault.ts'
import { useErrorText } from '#lib/use-error-text.ts'
import { useFieldFault } from '#ui/field-fault.ts'

export function useTagFault() {
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const key = failure instanceof ApiError ? failure.fields.name : undefined
  const ofName = useFieldFault(key && faultOfService(key))
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { run, isBusy, fault: failure === null ? null : (ofName ?? errorText(failure)) }
}

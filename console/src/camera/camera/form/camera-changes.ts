/** Changes of cameras, one hook each; whatever worked makes every list and detail of cameras fresh. */

import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import type { StatusAction } from '@mimamori/contract/camera/camera-lists.ts'
import type { CameraRejection } from '@mimamori/contract/camera/change/camera-change.ts'
import { CHANGE_CAMERAS_MAX, type cameraChangeEndpoints } from '@mimamori/contract/camera/change/camera-change.ts'
import type { RunningAction } from '@mimamori/contract/camera/running.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#lib/service/api.ts'
import { type CheckedDraft, sentDraft } from './camera-form-values.ts'

export function useSaveCamera() {
  const cache = useQueryClient()
  const fresh = (camera: CameraDetail) => {
    cache.setQueryData(['camera', 'one', camera.id], camera)
    void cache.invalidateQueries({ queryKey: ['camera'] })
    void cache.invalidateQueries({ queryKey: ['dashboard'] })
    return camera
  }
  return {
    register: async (draft: CheckedDraft) => fresh(await call('camera.register', { body: sentDraft(draft) })),
    /** `version` is what the change was made from. */
    edit: async (id: string, version: number, changes: Partial<CheckedDraft>) =>
      fresh(await call('camera.edit', { body: { id, version, ...changes } })),
  }
}

export function useCameraStatus() {
  const fresh = useFreshCameras()
  return useMutation({
    mutationFn: ({ ids, action }: { ids: string[]; action: StatusAction }) =>
      call('camera.updateStatus', { body: { ids, action } }),
    onSettled: fresh,
  })
}

type Change = z.input<(typeof cameraChangeEndpoints)['camera.changeMany']['body']>
type Changed = { changed: number; refused: CameraRejection[] }

export function useChangeCameras() {
  const fresh = useFreshCameras()
  return useMutation({
    mutationFn: async ({ ids, ...change }: Change) => {
      const all: Changed = { changed: 0, refused: [] }
      // A selection may have more than one call takes; sent again, each change is the same.
      for (let at = 0; at < ids.length; at += CHANGE_CAMERAS_MAX) {
        const body = { ids: ids.slice(at, at + CHANGE_CAMERAS_MAX), ...change }
        const { changed, refused } = await call('camera.changeMany', { body })
        all.changed += changed
        all.refused.push(...refused)
      }
      return all
    },
    onSettled: fresh,
  })
}

/** One after another: answers how many are gone, and the first reason why one is not. */
export function useDeregister() {
  const fresh = useFreshCameras()
  return async (ids: readonly string[]): Promise<{ done: number; error: unknown }> => {
    let done = 0
    let error: unknown = null
    for (const id of ids) {
      try {
        await call('camera.deregister', { params: { id } })
        done++
      } catch (cause) {
        error ??= cause
      }
    }
    await fresh()
    return { done, error }
  }
}

/** What the camera shows now is right. */
export function useAcceptView(id: string) {
  const fresh = useFreshCameras()
  return async () => {
    await call('camera.acceptView', { params: { id } })
    await fresh()
  }
}

export function useManageProgram(id: string) {
  const fresh = useFreshCameras()
  return useMutation({
    mutationFn: (action: RunningAction) => call('camera.manageAcap', { params: { id }, body: { action } }),
    onSettled: fresh,
  })
}

export function useRemoveShadow(id: string) {
  const fresh = useFreshCameras()
  return useMutation({ mutationFn: () => call('camera.removeIoTThing', { params: { id } }), onSettled: fresh })
}

function useFreshCameras() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: ['camera'] })
}

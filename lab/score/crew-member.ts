/** A worker thread that scores sequences: receives their numbers, and sends the results. */
import { parentPort, workerData } from 'node:worker_threads'
import { judge, sequencesFor, type Task } from './judge.ts'

const task = workerData as Task
const sequences = sequencesFor(task)
parentPort!.on('message', async (index: number) => {
  parentPort!.postMessage(await judge(task, sequences[index]!, index))
})

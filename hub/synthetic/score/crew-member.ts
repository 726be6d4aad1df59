/** A member of the crew, in a thread of its own: gets numbers of sequences, answers with how they were judged. */
import { parentPort, workerData } from 'node:worker_threads'
import { judge, sequencesFor, type Task } from './judge.ts'

const task = workerData as Task
const sequences = sequencesFor(task)
parentPort!.on('message', async (index: number) => {
  parentPort!.postMessage(await judge(task, sequences[index]!, index))
})

// An export stays in the engine's output file until it is published or deleted, to avoid a copy.
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { createDsp } from '../../../src/dsp/client.ts';
import { deleteFile, getFile, putRecord, sweepFiles } from '../../../src/storage/files.ts';
import {
  clearUploadFile,
  editOf,
  openReference,
  referToExport,
  writeUploadFile,
} from '../../../src/storage/handoff.ts';
import { fileReference } from '../../../src/storage/references.ts';
import { releaseFile } from '../../../src/storage/sweep.ts';
import { noise } from '../../support/audio/signals.ts';
import { wavBlob } from '../../support/audio/wavBlob.ts';

const RATE = 8000;
const DAY_MS = 86_400_000;
const dsp = createDsp();
afterAll(() => dsp.dispose());

beforeEach(async () => {
  sessionStorage.clear();
  for (const folder of ['audio', 'dsp-scratch']) {
    await (await navigator.storage.getDirectory()).removeEntry(folder, { recursive: true }).catch(() => {});
  }
});

/** Size in bytes of every file below `folder`. */
async function onDisk(folder: string): Promise<number[]> {
  const sizes: number[] = [];
  const walk = async (directory: FileSystemDirectoryHandle) => {
    for await (const handle of directory.values()) {
      if (handle.kind === 'directory') await walk(handle as FileSystemDirectoryHandle);
      else sizes.push((await (handle as FileSystemFileHandle).getFile()).size);
    }
  };
  await walk(await (await navigator.storage.getDirectory()).getDirectoryHandle(folder, { create: true }));
  return sizes;
}

const source = () => wavBlob(noise(5, 8 * RATE, 0.4), RATE);
const facts = (file: Blob) => ({ name: 'a.wav', type: file.type, sizeBytes: file.size, madeFrom: null });

async function exported() {
  const { file } = await dsp.cut(source(), [{ start: 1, end: 6 }], { format: 'wav' });
  const bytes = await file.arrayBuffer();
  const path = await dsp.keep(file);
  const copy = vi.fn(() => dsp.detach(file));
  const reference = await referToExport(path, copy, facts(file));
  return { reference, bytes: new Uint8Array(bytes), size: file.size, copy };
}

test('moves an export without a copy, and reads it in place', async () => {
  const { reference, bytes, size, copy } = await exported();
  expect(copy).not.toHaveBeenCalled();
  expect(await onDisk('dsp-scratch')).toEqual([]);
  expect(await onDisk('audio')).toEqual([size]);
  const blob = await openReference(reference);
  expect(blob.type).toBe('audio/wav');
  expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes);
});

test('keeps a recorded export after its page closes and during cleanup', async () => {
  const { reference, size } = await exported();
  // Another page of the browser, whose worker pool sweeps files of closed pages.
  const other = createDsp();
  await other.sha256(new Blob(['abc']));
  other.dispose();
  await sweepFiles(new Set(), 7 * DAY_MS, Date.now() + 2 * DAY_MS);
  expect(await onDisk('audio')).toEqual([size]);
  expect((await openReference(reference)).size).toBe(size);
});

test('sweeps a file without a record after a day, and an unreferenced old one after a week', async () => {
  const { reference } = await exported();
  const { file } = await dsp.cut(source(), [{ start: 0, end: 2 }], { format: 'wav' });
  await dsp.keep(file);
  expect(await onDisk('audio')).toHaveLength(2);
  await sweepFiles(new Set(), 7 * DAY_MS);
  expect(await onDisk('audio')).toHaveLength(2);
  await sweepFiles(new Set(), 7 * DAY_MS, Date.now() + 2 * DAY_MS);
  expect(await onDisk('audio')).toHaveLength(1);
  await sweepFiles(new Set(), 7 * DAY_MS, Date.now() + 8 * DAY_MS);
  expect(await onDisk('audio')).toEqual([]);
  await expect(openReference(reference)).rejects.toThrow('not_found');
});

test('deletes an export with its bytes, but not while the form names it', async () => {
  const { reference, size } = await exported();
  writeUploadFile({ name: 'a.wav', type: 'audio/wav', size, data: reference });
  await releaseFile(reference);
  expect(await onDisk('audio')).toEqual([size]);
  clearUploadFile();
  await releaseFile(reference);
  expect(await onDisk('audio')).toEqual([]);
});

test('keeps the bytes in memory when the database is full, with the edit that they were made with', async () => {
  const { file } = await dsp.cut(source(), [{ start: 1, end: 3 }], { format: 'wav' });
  const path = await dsp.keep(file);
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  const edit = { areas: [{ start: 1, end: 3 }] };
  const reference = await referToExport(path, () => dsp.detach(file), { ...facts(file), edit });
  full.mockRestore();
  expect(reference).toMatch(/^memory:/);
  expect(await editOf(reference)).toEqual(edit);
  expect((await openReference(reference)).size).toBe(facts(file).sizeBytes);
});

test('reports a record whose bytes are missing', async () => {
  const { id } = await putRecord(facts(new Blob(['x'])), { blob: null, path: ['audio', 'never-there'] });
  await expect(getFile(id)).rejects.toThrow('not_found');
  await deleteFile(id);
  await expect(openReference(fileReference(id))).rejects.toThrow('not_found');
});

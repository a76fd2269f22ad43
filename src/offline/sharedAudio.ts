// A file that another app shared with this one: kept until the share form takes it. Read by `src/storage/sharedAudio.ts`.

const CACHE = 'aural-shared';
const PATH = '/shared-audio';
/** Field of the manifest's `share_target`. */
const FIELD = 'audio';

/** Keeps the file of a shared form and answers the way to the share form, which says so where there was no room. */
export async function keepShared(request: Request, shareForm: string): Promise<Response> {
  const file = (await request.formData().catch(() => null))?.get(FIELD);
  if (file instanceof File) {
    const headers = { 'content-type': file.type, 'x-name': encodeURIComponent(file.name) };
    try {
      await (await caches.open(CACHE)).put(PATH, new Response(file, { headers }));
    } catch {
      return Response.redirect(`${shareForm}?shared=no_room`, 303);
    }
  }
  return Response.redirect(`${shareForm}?shared`, 303);
}

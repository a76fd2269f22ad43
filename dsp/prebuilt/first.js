/* @ts-self-types="./first.d.ts" */

/**
 * Streaming MPEG-1 Layer III encoder.
 */
export class Mp3Encoder {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        Mp3EncoderFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_mp3encoder_free(ptr, 0);
    }
    /**
     * Takes one `Float32Array` per channel, all of one length; returns the bytes that are ready.
     * @param {Float32Array[]} planes
     * @returns {Uint8Array<ArrayBuffer>}
     */
    encode(planes) {
        const ret = wasm.mp3encoder_encode(this.__wbg_ptr, planes);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v1 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        return v1;
    }
    /**
     * Ends the stream and frees the encoder.
     * @returns {Mp3End}
     */
    finish() {
        const ptr = this.__destroy_into_raw();
        const ret = wasm.mp3encoder_finish(ptr);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * 32,000, 44,100 or 48,000 Hz; 1 or 2 channels; constant bitrate of 32 … 320 kbps.
     * @param {number} sample_rate_hz
     * @param {number} channels
     * @param {number} bitrate_kbps
     */
    constructor(sample_rate_hz, channels, bitrate_kbps) {
        const ret = wasm.mp3encoder_new(sample_rate_hz, channels, bitrate_kbps);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        this.__wbg_ptr = ret[0];
        Mp3EncoderFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
}
if (Symbol.dispose) Mp3Encoder.prototype[Symbol.dispose] = Mp3Encoder.prototype.free;

/**
 * One worker's share of a stream that is encoded in pieces (see `dsp_core::codec::mp3::encode::parallel`).
 */
export class Mp3PieceEncoder {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        Mp3PieceEncoderFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_mp3pieceencoder_free(ptr, 0);
    }
    /**
     * Takes the next samples of `pcmFrom … pcmTo`; returns the bytes that are ready.
     * @param {Float32Array[]} planes
     * @returns {Uint8Array<ArrayBuffer>}
     */
    encode(planes) {
        const ret = wasm.mp3pieceencoder_encode(this.__wbg_ptr, planes);
        if (ret[3]) {
            throw takeFromExternrefTable0(ret[2]);
        }
        var v1 = getArrayU8FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 1, 1);
        return v1;
    }
    /**
     * Ends the piece and frees the encoder.
     * @returns {Mp3PieceEnd}
     */
    finish() {
        const ptr = this.__destroy_into_raw();
        const ret = wasm.mp3pieceencoder_finish(ptr);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Piece `index` of a stream of `pcm_frames` samples per channel split into `pieces`. The split
     * is the same in every worker; `pieceCount` returns the actual number.
     * @param {number} sample_rate_hz
     * @param {number} channels
     * @param {number} bitrate_kbps
     * @param {number} pcm_frames
     * @param {number} pieces
     * @param {number} index
     */
    constructor(sample_rate_hz, channels, bitrate_kbps, pcm_frames, pieces, index) {
        const ret = wasm.mp3pieceencoder_new(sample_rate_hz, channels, bitrate_kbps, pcm_frames, pieces, index);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        this.__wbg_ptr = ret[0];
        Mp3PieceEncoderFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * First sample to feed, warm-up included.
     * @returns {number}
     */
    get pcmFrom() {
        const ret = wasm.mp3pieceencoder_pcmFrom(this.__wbg_ptr);
        return ret;
    }
    /**
     * One past the last sample to feed.
     * @returns {number}
     */
    get pcmTo() {
        const ret = wasm.mp3pieceencoder_pcmTo(this.__wbg_ptr);
        return ret;
    }
}
if (Symbol.dispose) Mp3PieceEncoder.prototype[Symbol.dispose] = Mp3PieceEncoder.prototype.free;

/**
 * A cut to MP3 that is made in runs of segments; see `dsp_core::edit::CutRuns`.
 */
export class Mp3Runs {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        Mp3RunsFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_mp3runs_free(ptr, 0);
    }
    /**
     * Channels of the file to be.
     * @returns {number}
     */
    get channels() {
        const ret = wasm.mp3runs_channels(this.__wbg_ptr);
        return ret;
    }
    /**
     * Writes segments `first … end`, that one left out.
     * @param {number} first
     * @param {number} end
     * @param {ByteSink} sink
     * @param {(fraction: number) => void} [on_progress]
     * @returns {Mp3RunEnd}
     */
    encode(first, end, sink, on_progress) {
        const val1 = +first;
        const val2 = +end;
        const ret = wasm.mp3runs_encode(this.__wbg_ptr, val1, val2, sink, isLikeNone(on_progress) ? 0 : addToExternrefTable0(on_progress));
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Bytes of the first frame, which `joinPieces` makes when all runs are there.
     * @returns {number}
     */
    get headBytes() {
        const ret = wasm.mp3runs_headBytes(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Opens the file; `bounds` and `tools` as in `cut`.
     * @param {ByteSource} source
     * @param {Float64Array | number[]} bounds
     * @param {number} bitrate_kbps
     * @param {VoiceTools} [tools]
     */
    constructor(source, bounds, bitrate_kbps, tools) {
        const val2 = +bitrate_kbps;
        const ptr0 = passArrayF64ToWasm0(bounds, wasm.__wbindgen_malloc);
        const len0 = WASM_VECTOR_LEN;
        const ret = wasm.mp3runs_new(source, ptr0, len0, val2, isLikeNone(tools) ? 0 : addToExternrefTable0(tools));
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        this.__wbg_ptr = ret[0];
        Mp3RunsFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * Hz of the file to be.
     * @returns {number}
     */
    get sampleRate() {
        const ret = wasm.mp3runs_sampleRate(this.__wbg_ptr);
        return ret >>> 0;
    }
    /**
     * Segments at most. 1: only one worker can do it.
     * @returns {number}
     */
    get segments() {
        const ret = wasm.mp3runs_segments(this.__wbg_ptr);
        return ret;
    }
}
if (Symbol.dispose) Mp3Runs.prototype[Symbol.dispose] = Mp3Runs.prototype.free;

/**
 * A file whose peaks are made in pieces of about a minute; see `dsp_core::analysis::peak_pieces`.
 */
export class PeakPieces {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        PeakPiecesFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_peakpieces_free(ptr, 0);
    }
    /**
     * The length by the end of the file; `undefined` if only a walk finds it.
     * @returns {LengthEstimate | undefined}
     */
    estimate() {
        const ret = wasm.peakpieces_estimate(this.__wbg_ptr);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
    /**
     * Opens the file.
     * @param {ByteSource} source
     */
    constructor(source) {
        const ret = wasm.peakpieces_new(source);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        this.__wbg_ptr = ret[0];
        PeakPiecesFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * Makes piece `index` and reports its pairs as they come. `false`: a packet was refused somewhere so far,
     * and only one whole pass finds all damage.
     * @param {number} index
     * @param {(chunk: PeaksChunk) => void} on_peaks
     * @returns {boolean}
     */
    piece(index, on_peaks) {
        const ret = wasm.peakpieces_piece(this.__wbg_ptr, index, on_peaks);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return ret[0] !== 0;
    }
    /**
     * Walks the file without decoding: its inspection, but for packets that a decoder would refuse, and how
     * many pieces it has. 1: only one worker can do it.
     * @returns {Survey}
     */
    survey() {
        const ret = wasm.peakpieces_survey(this.__wbg_ptr);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        return takeFromExternrefTable0(ret[0]);
    }
}
if (Symbol.dispose) PeakPieces.prototype[Symbol.dispose] = PeakPieces.prototype.free;

/**
 * Solves a proof-of-work challenge in steps.
 */
export class PowSolver {
    __destroy_into_raw() {
        const ptr = this.__wbg_ptr;
        this.__wbg_ptr = 0;
        PowSolverFinalization.unregister(this);
        return ptr;
    }
    free() {
        const ptr = this.__destroy_into_raw();
        wasm.__wbg_powsolver_free(ptr, 0);
    }
    /**
     * Hashes tried by this solver.
     * @returns {number}
     */
    hashes() {
        const ret = wasm.powsolver_hashes(this.__wbg_ptr);
        return ret;
    }
    /**
     * `nonces` are those found by an earlier, interrupted attempt, in sub-puzzle order.
     * @param {string} challenge
     * @param {number} puzzles
     * @param {number} bits
     * @param {Uint32Array | number[]} nonces
     */
    constructor(challenge, puzzles, bits, nonces) {
        const val3 = +puzzles;
        const val4 = +bits;
        let ptr0, len0, ptr1, len1;
        try {
            ptr0 = passStringToWasm0(challenge, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            len0 = WASM_VECTOR_LEN;
            ptr1 = passArray32ToWasm0(nonces, wasm.__wbindgen_malloc);
            len1 = WASM_VECTOR_LEN;
        } catch (e) {
            if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 4, 4); }
            if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
            throw e;
        }
        const ret = wasm.powsolver_new(ptr0, len0, val3, val4, ptr1, len1);
        if (ret[2]) {
            throw takeFromExternrefTable0(ret[1]);
        }
        this.__wbg_ptr = ret[0];
        PowSolverFinalization.register(this, this.__wbg_ptr, this);
        return this;
    }
    /**
     * Nonces found so far, in sub-puzzle order.
     * @returns {Uint32Array}
     */
    nonces() {
        const ret = wasm.powsolver_nonces(this.__wbg_ptr);
        var v1 = getArrayU32FromWasm0(ret[0], ret[1]).slice();
        wasm.__wbindgen_free(ret[0], ret[1] * 4, 4);
        return v1;
    }
    /**
     * Tries at most `max_hashes` nonces; true when every sub-puzzle is solved.
     * @param {number} max_hashes
     * @returns {boolean}
     */
    step(max_hashes) {
        const ret = wasm.powsolver_step(this.__wbg_ptr, max_hashes);
        return ret !== 0;
    }
}
if (Symbol.dispose) PowSolver.prototype[Symbol.dispose] = PowSolver.prototype.free;

/**
 * See the declaration above: its result depends on `parts`, which a generated declaration cannot express.
 * @param {ByteSource} source
 * @param {Array<any>} parts
 * @param {Function | null} [on_peaks]
 * @returns {any}
 */
export function analyse(source, parts, on_peaks) {
    const ret = wasm.analyse(source, parts, isLikeNone(on_peaks) ? 0 : addToExternrefTable0(on_peaks));
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return takeFromExternrefTable0(ret[0]);
}

/**
 * Digest of the sources this module was built from, which `dsp/pkg/build.js` names too: a loader refuses
 * a module of another build than its own.
 * @returns {string}
 */
export function buildDigest() {
    let deferred1_0;
    let deferred1_1;
    try {
        const ret = wasm.buildDigest();
        deferred1_0 = ret[0];
        deferred1_1 = ret[1];
        return getStringFromWasm0(ret[0], ret[1]);
    } finally {
        wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
    }
}

/**
 * Keeps regions of a source. `bounds` are start and end in seconds, in turn; an end past the file
 * means its end. `tools` are applied to the kept regions.
 * @param {ByteSource} source
 * @param {Float64Array | number[]} bounds
 * @param {OutputFormat} format
 * @param {number} bitrate_kbps
 * @param {ByteSink} sink
 * @param {(fraction: number) => void} [on_progress]
 * @param {VoiceTools} [tools]
 * @returns {CutReport}
 */
export function cut(source, bounds, format, bitrate_kbps, sink, on_progress, tools) {
    const val3 = +bitrate_kbps;
    let ptr0, len0, ptr1, len1;
    try {
        ptr0 = passArrayF64ToWasm0(bounds, wasm.__wbindgen_malloc);
        len0 = WASM_VECTOR_LEN;
        ptr1 = passStringToWasm0(format, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
        len1 = WASM_VECTOR_LEN;
    } catch (e) {
        if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
        if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 8, 8); }
        throw e;
    }
    const ret = wasm.cut(source, ptr0, len0, ptr1, len1, val3, sink, isLikeNone(on_progress) ? 0 : addToExternrefTable0(on_progress), isLikeNone(tools) ? 0 : addToExternrefTable0(tools));
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return takeFromExternrefTable0(ret[0]);
}

/**
 * Decodes `start … end` seconds, at most a minute at once, as `tools` leave them.
 * @param {ByteSource} source
 * @param {number} start
 * @param {number} end
 * @param {VoiceTools} [tools]
 * @returns {PcmRange}
 */
export function decodeRange(source, start, end, tools) {
    const val1 = +start;
    const val2 = +end;
    const ret = wasm.decodeRange(source, val1, val2, isLikeNone(tools) ? 0 : addToExternrefTable0(tools));
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return takeFromExternrefTable0(ret[0]);
}

/**
 * What disturbs the sound of the whole source, or of `start … end` seconds.
 * @param {ByteSource} source
 * @param {number | null | undefined} start
 * @param {number | null | undefined} end
 * @param {(fraction: number) => void} [on_progress]
 * @returns {Disturbances}
 */
export function findDisturbances(source, start, end, on_progress) {
    const val1 = +(isLikeNone(start) ? 0 : start);
    const val2 = +(isLikeNone(end) ? 0 : end);
    const ret = wasm.findDisturbances(source, !isLikeNone(start), val1, !isLikeNone(end), val2, isLikeNone(on_progress) ? 0 : addToExternrefTable0(on_progress));
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return takeFromExternrefTable0(ret[0]);
}

/**
 * Container, codec, exact duration, metadata field names, damage.
 * @param {ByteSource} source
 * @returns {Inspection}
 */
export function inspect(source) {
    const ret = wasm.inspect(source);
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return takeFromExternrefTable0(ret[0]);
}

/**
 * Closes a stream of pieces: the first frame of the file, before the pieces' bytes in order.
 * `summaries` are those of the pieces, one after another.
 * @param {number} sample_rate_hz
 * @param {number} channels
 * @param {number} bitrate_kbps
 * @param {number} pcm_frames
 * @param {Float64Array | number[]} summaries
 * @returns {Mp3Head}
 */
export function joinPieces(sample_rate_hz, channels, bitrate_kbps, pcm_frames, summaries) {
    const val2 = +sample_rate_hz;
    const val3 = +channels;
    const val4 = +bitrate_kbps;
    const val5 = +pcm_frames;
    const ptr0 = passArrayF64ToWasm0(summaries, wasm.__wbindgen_malloc);
    const len0 = WASM_VECTOR_LEN;
    const ret = wasm.joinPieces(val2, val3, val4, val5, ptr0, len0);
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return takeFromExternrefTable0(ret[0]);
}

/**
 * Writes the base level of the peak pyramid to `sink` as an audiowaveform data file, version 2.
 * Nothing else is measured, which saves a fifth of the time.
 * @param {ByteSource} source
 * @param {ByteSink} sink
 * @param {(fraction: number) => void} [on_progress]
 * @returns {PeaksFile}
 */
export function peaksDat(source, sink, on_progress) {
    const ret = wasm.peaksDat(source, sink, isLikeNone(on_progress) ? 0 : addToExternrefTable0(on_progress));
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return takeFromExternrefTable0(ret[0]);
}

/**
 * How many pieces a stream is really split into: fewer than asked for when they would be too short.
 * @param {number} pcm_frames
 * @param {number} pieces
 * @returns {number}
 */
export function pieceCount(pcm_frames, pieces) {
    const ret = wasm.pieceCount(pcm_frames, pieces);
    return ret >>> 0;
}

/**
 * How the regions of `bounds`, as in `cut`, reach their target loudness after the `tools` that run before.
 * @param {ByteSource} source
 * @param {Float64Array | number[]} bounds
 * @param {VoiceTools} [tools]
 * @param {(fraction: number) => void} [on_progress]
 * @returns {LoudnessPlan}
 */
export function planLoudness(source, bounds, tools, on_progress) {
    const ptr0 = passArrayF64ToWasm0(bounds, wasm.__wbindgen_malloc);
    const len0 = WASM_VECTOR_LEN;
    const ret = wasm.planLoudness(source, ptr0, len0, isLikeNone(tools) ? 0 : addToExternrefTable0(tools), isLikeNone(on_progress) ? 0 : addToExternrefTable0(on_progress));
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return takeFromExternrefTable0(ret[0]);
}

/**
 * Cuts that shorten pauses of at least `min_seconds`, in order.
 * @param {ByteSource} source
 * @param {number} min_seconds
 * @param {(fraction: number) => void} [on_progress]
 * @returns {PauseCut[]}
 */
export function proposePauses(source, min_seconds, on_progress) {
    const val1 = +min_seconds;
    const ret = wasm.proposePauses(source, val1, isLikeNone(on_progress) ? 0 : addToExternrefTable0(on_progress));
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return takeFromExternrefTable0(ret[0]);
}

/**
 * Writes the sound of `source` to `sink`: the same packets, or an MP3 if they hold sound that somebody
 * cut or browsers do not play them. `wants_words`: the damage also in sentences.
 * @param {ByteSource} source
 * @param {ByteSink} sink
 * @param {boolean} wants_words
 * @param {(fraction: number) => void} [on_progress]
 * @returns {RemuxReport}
 */
export function remux(source, sink, wants_words, on_progress) {
    const val1 = +wants_words;
    const ret = wasm.remux(source, sink, val1, isLikeNone(on_progress) ? 0 : addToExternrefTable0(on_progress));
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return takeFromExternrefTable0(ret[0]);
}

/**
 * Writes a 16-bit WAVE to `sink`. `wants_words`: the report also in sentences.
 * @param {ByteSource} source
 * @param {ByteSink} sink
 * @param {boolean} wants_words
 * @param {(fraction: number) => void} [on_progress]
 * @returns {RepairReport}
 */
export function repair(source, sink, wants_words, on_progress) {
    const val1 = +wants_words;
    const ret = wasm.repair(source, sink, val1, isLikeNone(on_progress) ? 0 : addToExternrefTable0(on_progress));
    if (ret[2]) {
        throw takeFromExternrefTable0(ret[1]);
    }
    return takeFromExternrefTable0(ret[0]);
}

/**
 * Lower-case hex SHA-256 of a source, in constant memory.
 * @param {ByteSource} source
 * @param {(fraction: number) => void} [on_progress]
 * @returns {string}
 */
export function sha256(source, on_progress) {
    let deferred2_0;
    let deferred2_1;
    try {
        const ret = wasm.sha256(source, isLikeNone(on_progress) ? 0 : addToExternrefTable0(on_progress));
        var ptr1 = ret[0];
        var len1 = ret[1];
        if (ret[3]) {
            ptr1 = 0; len1 = 0;
            throw takeFromExternrefTable0(ret[2]);
        }
        deferred2_0 = ptr1;
        deferred2_1 = len1;
        return getStringFromWasm0(ptr1, len1);
    } finally {
        wasm.__wbindgen_free(deferred2_0, deferred2_1, 1);
    }
}
function __wbg_get_imports() {
    const import0 = {
        __proto__: null,
        __wbg___wbindgen_debug_string_f249a2a76caa9a55: function(arg0, arg1) {
            const ret = debugString(arg1);
            const ptr1 = passStringToWasm0(ret, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            const len1 = WASM_VECTOR_LEN;
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 1, len1, true);
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, ptr1, true);
        },
        __wbg___wbindgen_is_null_c22311b1cc228e3a: function(arg0) {
            const ret = arg0 === null;
            return ret;
        },
        __wbg___wbindgen_is_undefined_be5b34249ff1fc15: function(arg0) {
            const ret = arg0 === undefined;
            return ret;
        },
        __wbg___wbindgen_number_get_934b640d0889af78: function(arg0, arg1) {
            const obj = arg1;
            const ret = typeof(obj) === 'number' ? obj : undefined;
            getDataViewMemory0().setFloat64((arg0 >>> 0) + 8 * 1, isLikeNone(ret) ? 0 : ret, true);
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, !isLikeNone(ret), true);
        },
        __wbg___wbindgen_string_get_7ce8eee7fd327545: function(arg0, arg1) {
            const obj = arg1;
            const ret = typeof(obj) === 'string' ? obj : undefined;
            var ptr1 = isLikeNone(ret) ? 0 : passStringToWasm0(ret, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
            var len1 = WASM_VECTOR_LEN;
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 1, len1, true);
            getDataViewMemory0().setInt32((arg0 >>> 0) + 4 * 0, ptr1, true);
        },
        __wbg___wbindgen_throw_4c88d8bf264fd984: function(arg0, arg1) {
            throw new Error(getStringFromWasm0(arg0, arg1));
        },
        __wbg_call_a410eb4b59ed5965: function() { return handleError(function (arg0, arg1, arg2) {
            const ret = arg0.call(arg1, arg2);
            return ret;
        }, arguments); },
        __wbg_from_eac91875c8a5ffa4: function(arg0) {
            const ret = Array.from(arg0);
            return ret;
        },
        __wbg_get_2080c49015e35254: function() { return handleError(function (arg0, arg1) {
            const ret = Reflect.get(arg0, arg1);
            return ret;
        }, arguments); },
        __wbg_get_unchecked_e6325ad374eff861: function(arg0, arg1) {
            const ret = arg0[arg1 >>> 0];
            return ret;
        },
        __wbg_instanceof_Error_74e3cca0c4a69161: function(arg0) {
            let result;
            try {
                result = arg0 instanceof Error;
            } catch (_) {
                result = false;
            }
            const ret = result;
            return ret;
        },
        __wbg_instanceof_Float32Array_94718abab7dc1d7f: function(arg0) {
            let result;
            try {
                result = arg0 instanceof Float32Array;
            } catch (_) {
                result = false;
            }
            const ret = result;
            return ret;
        },
        __wbg_length_186163212ffe79c3: function(arg0) {
            const ret = arg0.length;
            return ret;
        },
        __wbg_length_6e9d2869242cabf3: function(arg0) {
            const ret = arg0.length;
            return ret;
        },
        __wbg_length_b03a0fabb109b1e9: function(arg0) {
            const ret = arg0.length;
            return ret;
        },
        __wbg_message_43d8c8f1d543a349: function(arg0) {
            const ret = arg0.message;
            return ret;
        },
        __wbg_new_13de428334042d26: function(arg0) {
            const ret = new Uint8Array(arg0);
            return ret;
        },
        __wbg_new_37eb45aaf5eeb820: function() {
            const ret = new Array();
            return ret;
        },
        __wbg_new_787b9fb330d55d78: function(arg0, arg1) {
            const ret = new Error(getStringFromWasm0(arg0, arg1));
            return ret;
        },
        __wbg_new_cd4348290afae586: function() {
            const ret = new Object();
            return ret;
        },
        __wbg_new_from_slice_355c10c5d8f2addb: function(arg0, arg1) {
            const ret = new Float32Array(getArrayF32FromWasm0(arg0, arg1));
            return ret;
        },
        __wbg_new_from_slice_aaf85a9746711968: function(arg0, arg1) {
            const ret = new Float64Array(getArrayF64FromWasm0(arg0, arg1));
            return ret;
        },
        __wbg_new_from_slice_b8daf545a41c6aa0: function(arg0, arg1) {
            const ret = new Uint8Array(getArrayU8FromWasm0(arg0, arg1));
            return ret;
        },
        __wbg_new_from_slice_d9c5662e7fd80ccd: function(arg0, arg1) {
            const ret = new Int8Array(getArrayI8FromWasm0(arg0, arg1));
            return ret;
        },
        __wbg_new_with_length_01b143a7e5dd5a3e: function(arg0) {
            const ret = new Uint8Array(arg0 >>> 0);
            return ret;
        },
        __wbg_patch_5ccea2b8751924b2: function() { return handleError(function (arg0, arg1, arg2, arg3) {
            arg0.patch(arg1, getArrayU8FromWasm0(arg2, arg3));
        }, arguments); },
        __wbg_prototypesetcall_13162965d1fe7aa3: function(arg0, arg1, arg2) {
            Uint8Array.prototype.set.call(getArrayU8FromWasm0(arg0, arg1), arg2);
        },
        __wbg_prototypesetcall_22b1bb88c4ec5c5a: function(arg0, arg1, arg2) {
            Float32Array.prototype.set.call(getArrayF32FromWasm0(arg0, arg1), arg2);
        },
        __wbg_push_c9f4893fc209f768: function(arg0, arg1) {
            const ret = arg0.push(arg1);
            return ret;
        },
        __wbg_readAt_a17cae13d69407b4: function() { return handleError(function (arg0, arg1, arg2) {
            const ret = arg0.readAt(arg1, arg2 >>> 0);
            return ret;
        }, arguments); },
        __wbg_set_118fefd528ab0a79: function(arg0, arg1, arg2) {
            arg0.set(arg1, arg2 >>> 0);
        },
        __wbg_set_2793479888329cb6: function() { return handleError(function (arg0, arg1, arg2) {
            const ret = Reflect.set(arg0, arg1, arg2);
            return ret;
        }, arguments); },
        __wbg_set_name_822e3903f3184979: function(arg0, arg1, arg2) {
            arg0.name = getStringFromWasm0(arg1, arg2);
        },
        __wbg_size_3ae6787b04c40824: function(arg0) {
            const ret = arg0.size;
            return ret;
        },
        __wbg_subarray_58f388a9247ac0bb: function(arg0, arg1, arg2) {
            const ret = arg0.subarray(arg1 >>> 0, arg2 >>> 0);
            return ret;
        },
        __wbg_write_3348fae49a62abd8: function() { return handleError(function (arg0, arg1, arg2) {
            arg0.write(getArrayU8FromWasm0(arg1, arg2));
        }, arguments); },
        __wbindgen_generic_0000000000000001: function(arg0) {
            // Cast intrinsic for `F64 -> Externref`.
            const ret = arg0;
            return ret;
        },
        __wbindgen_generic_0000000000000002: function(arg0, arg1) {
            // Cast intrinsic for `Ref(String) -> Externref`.
            const ret = getStringFromWasm0(arg0, arg1);
            return ret;
        },
        __wbindgen_init_externref_table: function() {
            const table = wasm.__wbindgen_externrefs;
            table.set(0, undefined);
            table.set(1024, undefined);
            table.set(1025, null);
            table.set(1026, true);
            table.set(1027, false);
        },
    };
    return {
        __proto__: null,
        "./first_bg.js": import0,
    };
}

const Mp3EncoderFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_mp3encoder_free(ptr, 1));
const Mp3PieceEncoderFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_mp3pieceencoder_free(ptr, 1));
const Mp3RunsFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_mp3runs_free(ptr, 1));
const PeakPiecesFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_peakpieces_free(ptr, 1));
const PowSolverFinalization = (typeof FinalizationRegistry === 'undefined')
    ? { register: () => {}, unregister: () => {} }
    : new FinalizationRegistry(ptr => wasm.__wbg_powsolver_free(ptr, 1));

function addToExternrefTable0(obj) {
    const idx = wasm.__externref_table_alloc();
    wasm.__wbindgen_externrefs.set(idx, obj);
    return idx;
}

function debugString(val) {
    switch (typeof val) {
        // primitive types
        case 'number':
        case 'boolean':
        case 'undefined':
        return `${val}`;
        case 'string':
        return JSON.stringify(val);
        case 'bigint':
        return `${val}n`;
        case 'symbol':
        return val.description !== undefined
            ? `Symbol(${val.description})`
            : 'Symbol';
        case 'function':
        return typeof val.name === 'string' && val.name !== ''
            ? `Function(${val.name})`
            : 'Function';
        case 'object': {
            if (val === null) {
                return 'null';
            }
            // objects
            if (Array.isArray(val)) {
                return '[' + Array.from(val, debugString).join(', ') + ']';
            }
            // errors
            if (val instanceof Error) {
                return `${val.name}: ${val.message}\n${val.stack}`;
            }

            const toStringOutput = toString.call(val);
            // Test for built-in
            const className = /\[object ([^\]]+)\]/.exec(toStringOutput)?.[1];

            // Failed to match the standard '[object ClassName]'
            if (className === undefined) {
                return toStringOutput;
            }
            if (className === 'Object') {
                // we're a user defined class or Object
                // JSON.stringify avoids problems with cycles, and is generally much
                // easier than looping through ownProperties of `val`.
                try {
                    return 'Object(' + JSON.stringify(val) + ')';
                } catch (_) {
                    return 'Object';
                }
            }
            // TODO we could test for more things here, like `Set`s and `Map`s.
            return className;
        }
        // Per MDN: 'This list of values is exhaustive.'
        // https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Operators/typeof#description
    }
}

function getArrayF32FromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return getFloat32ArrayMemory0().subarray(ptr / 4, ptr / 4 + len);
}

function getArrayF64FromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return getFloat64ArrayMemory0().subarray(ptr / 8, ptr / 8 + len);
}

function getArrayI8FromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return getInt8ArrayMemory0().subarray(ptr / 1, ptr / 1 + len);
}

function getArrayU32FromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return getUint32ArrayMemory0().subarray(ptr / 4, ptr / 4 + len);
}

function getArrayU8FromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return getUint8ArrayMemory0().subarray(ptr / 1, ptr / 1 + len);
}

let cachedDataViewMemory0 = null;
function getDataViewMemory0() {
    if (cachedDataViewMemory0 === null || cachedDataViewMemory0.buffer.detached === true || (cachedDataViewMemory0.buffer.detached === undefined && cachedDataViewMemory0.buffer !== wasm.memory.buffer)) {
        cachedDataViewMemory0 = new DataView(wasm.memory.buffer);
    }
    return cachedDataViewMemory0;
}

let cachedFloat32ArrayMemory0 = null;
function getFloat32ArrayMemory0() {
    if (cachedFloat32ArrayMemory0 === null || cachedFloat32ArrayMemory0.byteLength === 0) {
        cachedFloat32ArrayMemory0 = new Float32Array(wasm.memory.buffer);
    }
    return cachedFloat32ArrayMemory0;
}

let cachedFloat64ArrayMemory0 = null;
function getFloat64ArrayMemory0() {
    if (cachedFloat64ArrayMemory0 === null || cachedFloat64ArrayMemory0.byteLength === 0) {
        cachedFloat64ArrayMemory0 = new Float64Array(wasm.memory.buffer);
    }
    return cachedFloat64ArrayMemory0;
}

let cachedInt8ArrayMemory0 = null;
function getInt8ArrayMemory0() {
    if (cachedInt8ArrayMemory0 === null || cachedInt8ArrayMemory0.byteLength === 0) {
        cachedInt8ArrayMemory0 = new Int8Array(wasm.memory.buffer);
    }
    return cachedInt8ArrayMemory0;
}

function getStringFromWasm0(ptr, len) {
    ptr = ptr >>> 0;
    return decodeText(getUint8ArrayMemory0().subarray(ptr, ptr + len));
}

let cachedUint32ArrayMemory0 = null;
function getUint32ArrayMemory0() {
    if (cachedUint32ArrayMemory0 === null || cachedUint32ArrayMemory0.byteLength === 0) {
        cachedUint32ArrayMemory0 = new Uint32Array(wasm.memory.buffer);
    }
    return cachedUint32ArrayMemory0;
}

let cachedUint8ArrayMemory0 = null;
function getUint8ArrayMemory0() {
    if (cachedUint8ArrayMemory0 === null || cachedUint8ArrayMemory0.byteLength === 0) {
        cachedUint8ArrayMemory0 = new Uint8Array(wasm.memory.buffer);
    }
    return cachedUint8ArrayMemory0;
}

function handleError(f, args) {
    try {
        return f.apply(this, args);
    } catch (e) {
        const idx = addToExternrefTable0(e);
        wasm.__wbindgen_exn_store(idx);
    }
}

function isLikeNone(x) {
    return x === undefined || x === null;
}

function passArray32ToWasm0(arg, malloc) {
    const ptr = malloc(arg.length * 4, 4) >>> 0;
    getUint32ArrayMemory0().set(arg, ptr / 4);
    WASM_VECTOR_LEN = arg.length;
    return ptr;
}

function passArrayF64ToWasm0(arg, malloc) {
    const ptr = malloc(arg.length * 8, 8) >>> 0;
    getFloat64ArrayMemory0().set(arg, ptr / 8);
    WASM_VECTOR_LEN = arg.length;
    return ptr;
}

function passStringToWasm0(arg, malloc, realloc) {
    if (realloc === undefined) {
        const buf = cachedTextEncoder.encode(arg);
        const ptr = malloc(buf.length, 1) >>> 0;
        getUint8ArrayMemory0().subarray(ptr, ptr + buf.length).set(buf);
        WASM_VECTOR_LEN = buf.length;
        return ptr;
    }

    let len = arg.length;
    let ptr = malloc(len, 1) >>> 0;

    const mem = getUint8ArrayMemory0();

    let offset = 0;

    for (; offset < len; offset++) {
        const code = arg.charCodeAt(offset);
        if (code > 0x7F) break;
        mem[ptr + offset] = code;
    }
    if (offset !== len) {
        if (offset !== 0) {
            arg = arg.slice(offset);
        }
        ptr = realloc(ptr, len, len = offset + arg.length * 3, 1) >>> 0;
        const view = getUint8ArrayMemory0().subarray(ptr + offset, ptr + len);
        const ret = cachedTextEncoder.encodeInto(arg, view);

        offset += ret.written;
        ptr = realloc(ptr, len, offset, 1) >>> 0;
    }

    WASM_VECTOR_LEN = offset;
    return ptr;
}

function takeFromExternrefTable0(idx) {
    const value = wasm.__wbindgen_externrefs.get(idx);
    wasm.__externref_table_dealloc(idx);
    return value;
}

let cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
cachedTextDecoder.decode();
const MAX_SAFARI_DECODE_BYTES = 2146435072;
let numBytesDecoded = 0;
function decodeText(bytes) {
    numBytesDecoded += bytes.length;
    if (numBytesDecoded >= MAX_SAFARI_DECODE_BYTES) {
        cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
        cachedTextDecoder.decode();
        numBytesDecoded = bytes.length;
    }
    return cachedTextDecoder.decode(bytes);
}

const cachedTextEncoder = new TextEncoder();

if (!('encodeInto' in cachedTextEncoder)) {
    cachedTextEncoder.encodeInto = function (arg, view) {
        const buf = cachedTextEncoder.encode(arg);
        view.set(buf);
        return {
            read: arg.length,
            written: buf.length
        };
    };
}

let WASM_VECTOR_LEN = 0;

let wasmModule, wasmInstance, wasm;
function __wbg_finalize_init(instance, module) {
    wasmInstance = instance;
    wasm = instance.exports;
    wasmModule = module;
    cachedDataViewMemory0 = null;
    cachedFloat32ArrayMemory0 = null;
    cachedFloat64ArrayMemory0 = null;
    cachedInt8ArrayMemory0 = null;
    cachedUint32ArrayMemory0 = null;
    cachedUint8ArrayMemory0 = null;
    wasm.__wbindgen_start();
    return wasm;
}

async function __wbg_load(module, imports) {
    if (typeof Response === 'function' && module instanceof Response) {
        if (!module.ok) {
            throw new Error(`failed to fetch Wasm: ${module.status} ${module.statusText} fetching '${module.url}'`);
        }

        if (typeof WebAssembly.instantiateStreaming === 'function') {
            try {
                return await WebAssembly.instantiateStreaming(module, imports);
            } catch (e) {
                const validResponse = expectedResponseType(module.type);

                if (validResponse && module.headers.get('Content-Type') !== 'application/wasm') {
                    console.warn("`WebAssembly.instantiateStreaming` failed because your server does not serve Wasm with `application/wasm` MIME type. Falling back to `WebAssembly.instantiate` which is slower. Original error:\n", e);

                } else { throw e; }
            }
        }

        const bytes = await module.arrayBuffer();
        return await WebAssembly.instantiate(bytes, imports);
    } else {
        const instance = await WebAssembly.instantiate(module, imports);

        if (instance instanceof WebAssembly.Instance) {
            return { instance, module };
        } else {
            return instance;
        }
    }

    function expectedResponseType(type) {
        switch (type) {
            case 'basic': case 'cors': case 'default': return true;
        }
        return false;
    }
}

function initSync(module) {
    if (wasm !== undefined) return wasm;


    if (module !== undefined) {
        if (Object.getPrototypeOf(module) === Object.prototype) {
            ({module} = module)
        } else {
            console.warn('using deprecated parameters for `initSync()`; pass a single object instead')
        }
    }

    const imports = __wbg_get_imports();
    if (!(module instanceof WebAssembly.Module)) {
        module = new WebAssembly.Module(module);
    }
    const instance = new WebAssembly.Instance(module, imports);
    return __wbg_finalize_init(instance, module);
}

let __wbg_init_promise;
async function __wbg_init(module_or_path) {
    if (wasm !== undefined) return wasm;
    if (__wbg_init_promise === undefined) {
        __wbg_init_promise = __wbg_init_once(module_or_path);
        __wbg_init_promise.catch(() => { __wbg_init_promise = undefined; });
    }
    return __wbg_init_promise;
}

async function __wbg_init_once(module_or_path) {

    if (module_or_path !== undefined) {
        if (Object.getPrototypeOf(module_or_path) === Object.prototype) {
            ({module_or_path} = module_or_path)
        } else {
            console.warn('using deprecated parameters for the initialization function; pass a single object instead')
        }
    }


    const imports = __wbg_get_imports();

    if (typeof module_or_path === 'string' || (typeof Request === 'function' && module_or_path instanceof Request) || (typeof URL === 'function' && module_or_path instanceof URL)) {
        module_or_path = fetch(module_or_path);
    }

    const { instance, module } = await __wbg_load(await module_or_path, imports);

    return __wbg_finalize_init(instance, module);
}

export { initSync, __wbg_init as default };

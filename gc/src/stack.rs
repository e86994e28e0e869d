//! The words of the stack and of the registers.
//!
//! Reading frames of other functions is outside Rust's memory model. It happens in `load` alone: by
//! a machine instruction, which the compiler neither removes nor reasons about (nor does
//! AddressSanitizer check it), of memory that is mapped because it lies between the stack pointer and
//! a frame that is still open.

/// Whether stack and registers can be read on this target.
pub(crate) const AVAILABLE: bool = cfg!(all(not(miri), any(target_arch = "x86_64", target_arch = "aarch64")));

/// Octets of the stack below a collection that are overwritten after it, so that what the collector
/// left there does not keep objects alive in the next one.
const SCRUBBED_BYTES: usize = 8 * 1024;

/// Stores the registers that a function must preserve, which may hold the only pointer to an object,
/// on the stack, and calls `body` with the address they are stored at.
///
/// The frames of the collector itself lie below that address: what earlier calls left in them is not read.
#[inline(always)]
pub(crate) fn with_registers_on_stack(mut body: &mut dyn FnMut(usize)) {
    // SAFETY: `call_body` is given what it expects; it does not unwind, for it aborts instead.
    unsafe { call_with_registers((&raw mut body).cast(), call_body) };
}

unsafe extern "C" fn call_body(body: *mut (), low: usize) {
    // SAFETY: `with_registers_on_stack` passes the address of such a reference.
    unsafe { (*body.cast::<&mut dyn FnMut(usize)>())(low) };
}

/// Calls `function` with `data` and the address of the stored registers.
///
/// # Safety
/// `function` may be called with `data`, and does not unwind.
#[cfg(all(not(miri), target_arch = "x86_64"))]
#[unsafe(naked)]
unsafe extern "sysv64" fn call_with_registers(data: *mut (), function: unsafe extern "C" fn(*mut (), usize)) {
    // Seven words below the return address, so that the stack is aligned to 16 octets at the call.
    std::arch::naked_asm!(
        "push rbp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "push rsp",
        "mov rax, rsi",
        "mov rsi, rsp",
        "call rax",
        "add rsp, 56",
        "ret",
    )
}

/// Calls `function` with `data` and the address of the stored registers.
///
/// # Safety
/// `function` may be called with `data`, and does not unwind.
#[cfg(all(not(miri), target_arch = "aarch64"))]
#[unsafe(naked)]
unsafe extern "C" fn call_with_registers(data: *mut (), function: unsafe extern "C" fn(*mut (), usize)) {
    std::arch::naked_asm!(
        "stp x29, x30, [sp, #-96]!",
        "stp x19, x20, [sp, #16]",
        "stp x21, x22, [sp, #32]",
        "stp x23, x24, [sp, #48]",
        "stp x25, x26, [sp, #64]",
        "stp x27, x28, [sp, #80]",
        "mov x9, x1",
        "mov x1, sp",
        "blr x9",
        "ldp x29, x30, [sp], #96",
        "ret",
    )
}

/// Calls `function` with `data`; where the stack cannot be read, nobody asks for the address.
///
/// # Safety
/// `function` may be called with `data`.
#[cfg(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
unsafe extern "C" fn call_with_registers(data: *mut (), function: unsafe extern "C" fn(*mut (), usize)) {
    // SAFETY: by the contract.
    unsafe { function(data, usize::MAX) };
}

/// Hands every word from `low` up to `high` to `visit`.
///
/// # Safety
/// Both are addresses in the stack of this thread, `low` in an open frame, `high` in one that was
/// opened earlier.
pub(crate) unsafe fn scan(low: usize, high: usize, visit: &mut impl FnMut(usize)) {
    let mut address = low.next_multiple_of(size_of::<usize>());
    while address + size_of::<usize>() <= high {
        // SAFETY: by the contract the address is in the stack, which is mapped and readable.
        visit(unsafe { load(address) });
        address += size_of::<usize>();
    }
}

/// The word at an address.
///
/// # Safety
/// The address is readable and aligned.
#[cfg(all(not(miri), target_arch = "x86_64"))]
#[inline(always)]
unsafe fn load(address: usize) -> usize {
    let word: usize;
    // SAFETY: reads one word, by the contract.
    unsafe {
        std::arch::asm!(
            "mov {word}, [{address}]",
            address = in(reg) address,
            word = lateout(reg) word,
            options(nostack, preserves_flags, readonly),
        );
    }
    word
}

/// The word at an address.
///
/// # Safety
/// The address is readable and aligned.
#[cfg(all(not(miri), target_arch = "aarch64"))]
#[inline(always)]
unsafe fn load(address: usize) -> usize {
    let word: usize;
    // SAFETY: reads one word, by the contract.
    unsafe {
        std::arch::asm!(
            "ldr {word}, [{address}]",
            address = in(reg) address,
            word = lateout(reg) word,
            options(nostack, preserves_flags, readonly),
        );
    }
    word
}

/// No word: where the stack cannot be read, there is no collection either.
///
/// # Safety
/// Always safe.
#[cfg(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
unsafe fn load(_address: usize) -> usize {
    0
}

/// Overwrites a piece of the stack below the caller.
#[inline(never)]
pub(crate) fn scrub() {
    if !AVAILABLE {
        return;
    }
    let mut words = [0usize; SCRUBBED_BYTES / size_of::<usize>()];
    for word in &mut words {
        // SAFETY: a word of the array.
        unsafe { (word as *mut usize).write_volatile(0) };
    }
    std::hint::black_box(&words);
}

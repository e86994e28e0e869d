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
/// on the stack, and calls `body` with the lowest address of the frame they are in.
#[inline(never)]
pub(crate) fn with_registers_on_stack(body: &mut dyn FnMut(usize)) {
    let mut registers = [0usize; 12];
    let low = spill(&mut registers);
    body(low);
    // The registers stay stored until here.
    std::hint::black_box(&registers);
}

/// Stores the registers and returns the stack pointer.
#[cfg(all(not(miri), target_arch = "x86_64"))]
#[inline(always)]
fn spill(registers: &mut [usize; 12]) -> usize {
    let stack_pointer: usize;
    // SAFETY: stores six words in an array of twelve, and changes nothing else.
    unsafe {
        std::arch::asm!(
            "mov [{place}], rbx",
            "mov [{place} + 8], rbp",
            "mov [{place} + 16], r12",
            "mov [{place} + 24], r13",
            "mov [{place} + 32], r14",
            "mov [{place} + 40], r15",
            "mov {stack_pointer}, rsp",
            place = in(reg) registers.as_mut_ptr(),
            stack_pointer = lateout(reg) stack_pointer,
            options(nostack, preserves_flags),
        );
    }
    stack_pointer
}

/// Stores the registers and returns the stack pointer.
#[cfg(all(not(miri), target_arch = "aarch64"))]
#[inline(always)]
fn spill(registers: &mut [usize; 12]) -> usize {
    let stack_pointer: usize;
    // SAFETY: stores twelve words in an array of twelve, and changes nothing else.
    unsafe {
        std::arch::asm!(
            "stp x19, x20, [{place}]",
            "stp x21, x22, [{place}, #16]",
            "stp x23, x24, [{place}, #32]",
            "stp x25, x26, [{place}, #48]",
            "stp x27, x28, [{place}, #64]",
            "stp x29, x30, [{place}, #80]",
            "mov {stack_pointer}, sp",
            place = in(reg) registers.as_mut_ptr(),
            stack_pointer = lateout(reg) stack_pointer,
            options(nostack, preserves_flags),
        );
    }
    stack_pointer
}

#[cfg(any(miri, not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
fn spill(registers: &mut [usize; 12]) -> usize {
    (&raw mut *registers).addr()
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

// The compiler writes the length of a source file's path into the program for each
// `withoutActuallyEscaping`, so that programs would differ by the folder that they are built in.
// Here that path is replaced, and everybody else lends closures with these.
#sourceLocation(file:"Lending.swift",line:5)

/// Lends a closure that may not escape to code that takes only closures which may; it traps if that
/// code keeps it.
package func lend<Argument, Output, Result, Failure: Error>(
  _ closure: (Argument) -> Output,
  to body: (@escaping (Argument) -> Output) throws(Failure) -> Result
) throws(Failure) -> Result {
  try withoutActuallyEscaping(closure, do: body)
}

/// Lends a closure that throws likewise, to code that passes its errors on.
package func lend<Argument, Output, Result, Failure: Error>(
  _ closure: (Argument) throws(Failure) -> Output,
  to body: (@escaping (Argument) throws(Failure) -> Output) throws(Failure) -> Result
) throws(Failure) -> Result {
  try withoutActuallyEscaping(closure, do: body)
}

#sourceLocation()

/// A shell that completes words, and the script that makes it ask the program.
package enum CompletionShell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The script for some programs, whose answers `asked` gives: `ASKED completion SHELL -- WORD...`.
  package func script(asking asked: String, for programs: [String]) -> String {
    let names = programs.joined(separator: " ")
    let function = "_" + asked.map { $0 == "-" ? "_" : String($0) }.joined()
    return switch self {
    case .bash: bash(asked, names, function)
    case .zsh: zsh(asked, names, function)
    case .fish: fish(asked, programs, function)
    }
  }

  /// bash takes the equals sign of `--name=value` for a word of its own.
  package func words(_ typed: [String]) -> [String] {
    guard self == .bash else { return typed }
    return typed.filter { $0 != "=" } + (typed.last == "=" ? [""] : [])
  }

  private func bash(_ asked: String, _ names: String, _ function: String) -> String {
    """
    # Completion of \(names) for bash; the program itself says what fits.
    \(function)() {
      local line
      COMPREPLY=()
      compopt +o default 2>/dev/null
      while IFS= read -r line; do
        case $line in
          :files) compopt -o default 2>/dev/null ;;
          :folders) compopt -o dirnames 2>/dev/null ;;
          *) COMPREPLY+=("${line%% *}") ;;
        esac
      done < <(\(asked) completion bash -- "${COMP_WORDS[@]:0:COMP_CWORD+1}" 2>/dev/null)
    }
    complete -o default -F \(function) \(names)

    """
  }

  private func zsh(_ asked: String, _ names: String, _ function: String) -> String {
    """
    #compdef \(names)
    # Completion of \(names) for zsh; the program itself says what fits.
    \(function)() {
      local line result=1
      local -a found
      for line in "${(@f)$(\(asked) completion zsh -- "${(@Q)words[1,CURRENT]}" 2>/dev/null)}"; do
        case $line in
          :files) [[ $PREFIX == --*=* ]] && compset -P '*='; _files && result=0 ;;
          :folders) [[ $PREFIX == --*=* ]] && compset -P '*='; _files -/ && result=0 ;;
          ?*) found+=("${${line%% *}//:/\\\\:}:${line#* }") ;;
        esac
      done
      (( $#found )) && _describe '\(asked)' found && result=0
      return result
    }
    if [[ $funcstack[1] == \(function) ]]; then
      \(function) "$@"
    else
      compdef \(function) \(names)
    fi

    """
  }

  private func fish(_ asked: String, _ programs: [String], _ function: String) -> String {
    """
    # Completion of \(programs.joined(separator: " ")) for fish; the program itself says what fits.
    function _\(function)
        set -l token (commandline -ct)
        set -l option (string match -r '^--[^=]*=' -- "$token")
        set -l value (string replace -r '^--[^=]*=' '' -- "$token")
        for line in (\(asked) completion fish -- (commandline -opc) "$token" 2>/dev/null)
            switch $line
                case ':files'
                    printf "$option%s\\n" (__fish_complete_path "$value")
                case ':folders'
                    printf "$option%s\\n" (__fish_complete_directories "$value")
                case '*'
                    string replace ' ' \\t -- $line
            end
        end
    end

    """ + programs.map { "complete -c \($0) -f -a '(_\(function))'\n" }.joined()
  }
}
